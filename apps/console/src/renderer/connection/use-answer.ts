import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { Method, MethodParams, MethodResult } from '../../protocol/methods.js';
import { AnswerStore } from './answer-store.js';
import type { ConsoleClient } from './console-client.js';
import { useClient } from './console-context.js';
import { useIsLive } from './use-is-live.js';

/** An answer of the host that a view shows. */
export interface Answer<T> {
  readonly value: T | null;
  /** Since when it is waited for, in epoch milliseconds; null while it is not. */
  readonly since: number | null;
  readonly error: ErrorReport | null;
  /** Asks again for what was refused. */
  readonly again: () => void;
}

/** What is asked, and a key that says all that the answer depends on. */
export interface Question<M extends Method> {
  readonly key: string;
  readonly params: MethodParams<M>;
}

const stores = new WeakMap<ConsoleClient, AnswerStore>();

/** Asks the host once for what can never change, and keeps it. Null asks nothing. */
export function useAnswer<M extends Method>(
  method: M,
  question: Question<M> | null,
): Answer<MethodResult<M>> {
  const client = useClient();
  const isLive = useIsLive();
  const key = question === null ? null : keyOf(method, question);
  const store = storeOf(client);
  // A key says everything about a question, so the same key needs no other way to ask.
  const latest = useRef(question);
  latest.current = question;
  const ask = useCallback(
    (signal: AbortSignal): Promise<MethodResult<M>> => {
      if (latest.current === null) throw new Error(`${method} is asked for without a question`);
      return client.request(method, latest.current.params, { signal });
    },
    [client, method],
  );
  const watch = useCallback(
    (listener: () => void) => (key === null ? () => undefined : store.watch(key, ask, listener)),
    [store, key, ask],
  );
  const state = useSyncExternalStore(watch, () => (key === null ? null : store.read(key)));
  const again = useCallback(() => {
    if (key !== null) store.again(key, ask);
  }, [store, key, ask]);
  const isLost = state?.phase === 'refused' && state.error.code === 'disconnected';
  useEffect(() => {
    if (isLost && isLive) again();
  }, [isLost, isLive, again]);
  return {
    // What is kept under the name of a method is that method's answer.
    value: state?.phase === 'known' ? (state.value as MethodResult<M>) : null,
    since: state?.phase === 'asking' ? state.since : null,
    error: state?.phase === 'refused' ? state.error : null,
    again,
  };
}

/** As `useAnswer`, outside of rendering: tells the answer once it is there; returns what stops the waiting. */
export function watchAnswer<M extends Method>(
  client: ConsoleClient,
  method: M,
  question: Question<M>,
  tell: (answer: MethodResult<M>) => void,
): () => void {
  const store = storeOf(client);
  const key = keyOf(method, question);
  const look = (): void => {
    const state = store.read(key);
    if (state?.phase === 'known') tell(state.value as MethodResult<M>);
  };
  const ask = (signal: AbortSignal): Promise<unknown> => client.request(method, question.params, { signal });
  const stop = store.watch(key, ask, look);
  look();
  return stop;
}

function keyOf<M extends Method>(method: M, { key }: Question<M>): string {
  return `${method} ${key}`;
}

function storeOf(client: ConsoleClient): AnswerStore {
  const known = stores.get(client);
  if (known !== undefined) return known;
  const store = new AnswerStore(Date.now);
  stores.set(client, store);
  return store;
}
