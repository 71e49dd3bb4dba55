import { deepFreeze } from '../lifecycle/deep-freeze.js';
import type { JsonObject } from '../model/json-value.js';
import type { ContextResult, ContextType } from './context-item.js';
import { CONTEXT_RESULTS_DEFAULT, CONTEXT_TOKENS_DEFAULT } from './limits.js';
import { publicNameFlaw } from './public-name.js';

/** How much of each piece is wanted. */
export type ContextDepth = 'abstract' | 'overview' | 'full';

/** What a provider is asked, frozen all the way down. */
export interface ContextQuery {
  /** What a run is about: its prompt. */
  readonly text: string;
  readonly contextTypes: readonly ContextType[];
  readonly depth: ContextDepth;
  /** Of more, a run takes the most relevant. */
  readonly maxResults: number;
  /** What all results should fit together, as the provider counts. */
  readonly maxTokens: number;
  readonly sessionId?: string;
  readonly params: JsonObject;
}

/** A conversation's turn that has ended well. */
export interface ContextTurn {
  readonly sessionId: string;
  readonly prompt: string;
  readonly response: string;
}

/** Finds what a model should know before it answers. */
export interface ContextProvider {
  /** Unique among the providers of a run. */
  readonly name: string;
  /** Whether a run goes on without an answer, or ends. Default: `best_effort`. */
  readonly failureMode?: 'best_effort' | 'fail_closed';
  /** Exact knowledge that a session was made for. Only a provider of the host's can have one. */
  readonly cognitiveBinding?: object | null;

  /** Answers within 10 seconds, or not at all; `signal` aborts then, and when the run was given up. */
  query(query: ContextQuery, options: { readonly signal: AbortSignal }): Promise<ContextResult>;

  /** Is told of a turn that ended well; has 10 seconds too, and the run closes only after it. */
  onTurnComplete?(turn: ContextTurn, options: { readonly signal: AbortSignal }): Promise<void> | void;
}

/** Makes queries: for resources, as an overview, 10 results of 4,000 tokens, unless said otherwise. */
export const ContextQuery = {
  of(text: string, over: Partial<Omit<ContextQuery, 'text'>> = {}): ContextQuery {
    return deepFreeze({
      text,
      contextTypes: ['resource'],
      depth: 'overview',
      maxResults: CONTEXT_RESULTS_DEFAULT,
      maxTokens: CONTEXT_TOKENS_DEFAULT,
      params: {},
      ...structuredClone(over),
    });
  },
};

/** A provider as a run uses it: the functions that it had when it was looked at, called on it. */
export interface Context {
  readonly name: string;
  readonly failsClosed: boolean;
  readonly hasCognitiveBinding: boolean;
  readonly query: (query: ContextQuery, options: { readonly signal: AbortSignal }) => unknown;
  readonly onTurnComplete: ((turn: ContextTurn, options: { readonly signal: AbortSignal }) => unknown) | null;
}

/** A provider that was looked at: a frozen copy of it, or why it cannot be one. */
export type CheckedContextProvider =
  | { readonly type: 'sound'; readonly context: Context }
  | { readonly type: 'flawed'; readonly reason: string };

/** Checks what a host or an adapter gives as a context provider. */
export function checkContextProvider(value: unknown): CheckedContextProvider {
  if (typeof value !== 'object' || value === null) {
    return flawed('it is no context provider');
  }
  const [name, failureMode, cognitiveBinding, query, onTurnComplete] = [
    'name',
    'failureMode',
    'cognitiveBinding',
    'query',
    'onTurnComplete',
  ].map((key): unknown => Reflect.get(value, key));
  const nameFlaw = typeof name === 'string' ? publicNameFlaw(name) : 'it has no name that is a text';
  if (typeof name !== 'string' || nameFlaw !== null) {
    return flawed(nameFlaw ?? '');
  }
  if (failureMode !== undefined && failureMode !== 'best_effort' && failureMode !== 'fail_closed') {
    return flawed('its failureMode is neither best_effort nor fail_closed');
  }
  if (typeof query !== 'function') {
    return flawed('it has no function query');
  }
  if (onTurnComplete !== undefined && typeof onTurnComplete !== 'function') {
    return flawed('its onTurnComplete is no function');
  }
  const context: Context = {
    name,
    failsClosed: failureMode === 'fail_closed',
    hasCognitiveBinding: cognitiveBinding !== undefined && cognitiveBinding !== null,
    query: (...args) => Reflect.apply(query, value, args),
    onTurnComplete:
      onTurnComplete === undefined ? null : (...args) => Reflect.apply(onTurnComplete, value, args),
  };
  return { type: 'sound', context: Object.freeze(context) };
}

function flawed(reason: string): CheckedContextProvider {
  return { type: 'flawed', reason };
}
