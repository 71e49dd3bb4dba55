import { LinkedAbort } from '../lifecycle/abort.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { settleWithin } from '../lifecycle/settle-within.js';
import { observeByHooks } from '../loop/hook-observation.js';
import type { HookReport } from '../loop/hook-report.js';
import { HookSet } from '../loop/hook-set.js';
import { SESSION_HOOKS_TIMEOUT_MS } from './limits.js';
import type { SessionState } from './session-state.js';

/** Tells the host's hooks of a session's beginning and end. */
export class SessionHooks {
  readonly #state: SessionState;
  #starting: Promise<void> | null = null;

  constructor(state: SessionState) {
    this.#state = state;
  }

  /** Tells of the beginning: once, when the first run is asked for. Nobody waits for it but the close. */
  start(): void {
    this.#starting ??= this.#tellOf('session_start', this.#state.abort.signal);
  }

  /** Tells of the end, and waits for a bounded time for it and for what the beginning has started. */
  async end(): Promise<void> {
    const { clock } = this.#state;
    using abort = new LinkedAbort([]);
    await settleWithin(() => Promise.all([this.#starting, this.#tellOf('session_end', abort.signal)]), {
      clock,
      timeoutMs: SESSION_HOOKS_TIMEOUT_MS,
    });
    abort.abort();
  }

  async #tellOf(type: 'session_start' | 'session_end', signal: AbortSignal): Promise<void> {
    const { id: sessionId, clock, registeredHooks } = this.#state;
    const hooks = new HookSet(registeredHooks.values()).matching(type, {});
    const event = deepFreeze({ type, sessionId, runId: null, data: {} });
    const tell = (report: HookReport): void => {
      if (!signal.aborted) this.#state.emit({ type: 'session-hook', ...report });
    };
    const beside = hooks.filter(({ config }) => config.asyncExecution).map((hook) => [hook]);
    const chain = hooks.filter(({ config }) => !config.asyncExecution);
    await Promise.all([chain, ...beside].map((part) => observeByHooks(part, event, { signal, clock, tell })));
  }
}
