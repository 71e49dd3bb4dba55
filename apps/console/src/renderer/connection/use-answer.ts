import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
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

const stores = new WeakMap<ConsoleClient, AnswerStore>();

/**
 * Asks the host once for what can never change, and keeps it by `key`, which says all that the answer depends on.
 * Null asks nothing.
 */
export function useAnswer<M extends Method>(
  method: M,
  request: { readonly key: string; readonly params: MethodParams<M> } | null,
): Answer<MethodResult<M>> {
  const client = useClient();
  const isLive = useIsLive();
  const key = request === null ? null : `${method} ${request.key}`;
  const params = useMemo(() => JSON.stringify(request?.params), [request?.params]);
  const store = storeOf(client);
  const ask = useCallback(
    (signal: AbortSignal) => client.request(method, JSON.parse(params) as MethodParams<M>, { signal }),
    [client, method, params],
  );
  const state = useSyncExternalStore(
    useCallback(
      (listener) => (key === null ? () => undefined : store.watch(key, ask, listener)),
      [store, key, ask],
    ),
    () => (key === null ? null : store.read(key)),
  );
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

function storeOf(client: ConsoleClient): AnswerStore {
  const known = stores.get(client);
  if (known !== undefined) return known;
  const store = new AnswerStore(Date.now);
  stores.set(client, store);
  return store;
}
