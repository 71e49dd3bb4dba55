import { utf8Length } from '../identity/text-rules.js';
import { type ContextItem, checkContextResult } from '../kinds/context-item.js';
import { type Context, ContextQuery } from '../kinds/context-provider.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import { settle } from '../lifecycle/settle-within.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { AgentLoopError } from './agent-loop-error.js';
import type { BoundedOutcome } from './bounded-call.js';
import { type ContextChoice, chooseContext, type FoundItem, mostRelevant } from './context-choice.js';
import type { ContextReport } from './context-report.js';
import { type LastingCall, lastingCall } from './lasting-call.js';
import { CONTEXT_TIMEOUT_MS } from './limits.js';
import type { LoopObserver } from './loop-observer.js';
import { OutlastingCalls } from './outlasting-calls.js';

/** What the context providers of a run work with. */
export interface RunContextOptions {
  readonly providers: readonly Context[];
  /** Waits for the providers when it closes. */
  readonly scope: CapabilityScope<'run'>;
  /** Aborts when the run is given up, but not when it begins to close. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly sessionId: string;
  readonly observer: Pick<LoopObserver, 'contextEnded' | 'contextAdded'>;
}

/** The context providers of one run. */
export class RunContext {
  readonly #options: RunContextOptions;
  readonly #queries: OutlastingCalls;

  constructor(options: RunContextOptions) {
    this.#options = options;
    this.#queries = new OutlastingCalls(options.scope, 'context.timeout-settle');
  }

  /**
   * Asks all providers at once what a model should know about a prompt.
   *
   * @throws {AgentLoopError} `context-failed` when one without which no run goes on gave nothing, or `cancelled`
   */
  async perceive(prompt: string, signal: AbortSignal): Promise<ContextChoice> {
    const { providers, sessionId, observer, scope } = this.#options;
    if (!scope.isActive) {
      throw new AgentLoopError({ code: 'cancelled' });
    }
    this.#queries.guard();
    const query = ContextQuery.of(prompt, { sessionId });
    using abort = new LinkedAbort([signal]);
    const found = await settle(() =>
      Promise.all(providers.map((provider) => this.#query(provider, query, abort.signal))),
    );
    // Where one is missed, nobody needs the others.
    abort.abort();
    if (signal.aborted) {
      throw new AgentLoopError({ code: 'cancelled' });
    }
    if (found.outcome === 'rejected') {
      throw found.error;
    }
    const choice = chooseContext(found.value.flat());
    const { items, leftOut, text } = choice;
    observer.contextAdded({ items: items.length, bytes: text === null ? 0 : utf8Length(text), leftOut });
    return choice;
  }

  /** Tells all providers of a turn that ended well; each is a task of the run when this returns. */
  turnComplete(prompt: string, response: string): void {
    const { providers, sessionId, scope, signal, clock } = this.#options;
    const turn = Object.freeze({ sessionId, prompt, response });
    for (const { name: provider, onTurnComplete } of providers) {
      if (onTurnComplete === null) continue;
      const work = async (inner: AbortSignal): Promise<void> => {
        await onTurnComplete(turn, { signal: inner });
      };
      try {
        scope.spawn('context.turn-complete', async () => {
          const call = lastingCall(work, { signal, timeoutMs: CONTEXT_TIMEOUT_MS, clock });
          await this.#follow(provider, 'turn-complete', call, () => 0);
          await call.settled;
        });
      } catch (error) {
        this.#tell({
          provider,
          phase: 'turn-complete',
          outcome: 'dropped',
          items: 0,
          message: messageOf(error),
          durationMs: 0,
        });
      }
    }
  }

  async #query(
    { name: provider, failsClosed, query: ask }: Context,
    query: ContextQuery,
    signal: AbortSignal,
  ): Promise<readonly FoundItem[]> {
    const work = async (inner: AbortSignal): Promise<readonly ContextItem[]> => {
      const checked = checkContextResult(await ask(query, { signal: inner }));
      if (checked.type === 'flawed') throw new TypeError(checked.reason);
      return mostRelevant(checked.items, query.maxResults);
    };
    const { clock } = this.#options;
    const call = lastingCall(work, { signal, timeoutMs: CONTEXT_TIMEOUT_MS, clock });
    this.#queries.add(call.settled);
    const outcome = await this.#follow(provider, 'query', call, ({ length }) => length);
    if (outcome.type === 'done') {
      return outcome.value.map((item) => ({ provider, item }));
    }
    if (failsClosed && outcome.type !== 'cancelled') {
      throw new AgentLoopError(
        { code: 'context-failed', provider, reason: reasonOf(outcome) ?? '' },
        outcome.type === 'failed' ? { cause: outcome.error } : {},
      );
    }
    return [];
  }

  async #follow<T>(
    provider: string,
    phase: ContextReport['phase'],
    { outcome }: LastingCall<T>,
    count: (value: T) => number,
  ): Promise<BoundedOutcome<T>> {
    const { clock } = this.#options;
    const startedAt = clock.elapsed();
    const end = await outcome;
    if (end.type !== 'cancelled') {
      this.#tell({
        provider,
        phase,
        outcome: end.type === 'done' ? 'answered' : end.type,
        items: end.type === 'done' ? count(end.value) : 0,
        message: reasonOf(end),
        durationMs: clock.elapsed() - startedAt,
      });
    }
    return end;
  }

  /** A run that was given up or is closed tells nothing more. */
  #tell(report: ContextReport): void {
    if (!this.#options.signal.aborted) this.#options.observer.contextEnded(report);
  }
}

function reasonOf(outcome: BoundedOutcome<unknown>): string | null {
  switch (outcome.type) {
    case 'failed':
      return messageOf(outcome.error);
    case 'timed-out':
      return `it did not answer within ${CONTEXT_TIMEOUT_MS} ms`;
    case 'done':
    case 'cancelled':
      return null;
  }
}
