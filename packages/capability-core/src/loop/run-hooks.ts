import type { Hook } from '../kinds/hook.js';
import type { GatingHookEventType, HookEvent, HookEventType } from '../kinds/hook-event.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { settle } from '../lifecycle/settle-within.js';
import type { JsonObject } from '../model/json-value.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import type { AgentAtWork } from './agent-at-work.js';
import { callHook, type HookEnd, hookReport } from './hook-call.js';
import { decideByHooks, type HookDecision } from './hook-gate.js';
import { observeByHooks } from './hook-observation.js';
import type { HookReport } from './hook-report.js';
import type { HookSet } from './hook-set.js';
import type { LoopObserver } from './loop-observer.js';
import { OutlastingCalls } from './outlasting-calls.js';

/** What the hooks of a run work with. */
export interface RunHooksOptions {
  readonly hooks: HookSet;
  /** Owns what observes, and waits for it when it closes. */
  readonly scope: CapabilityScope<'run'>;
  /** Aborts when the run is given up, but not when it begins to close: observers may still finish then. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly sessionId: string;
  readonly runId: string;
  /** The agent whose doings they are told of; the run itself where there is none. */
  readonly task?: AgentAtWork;
  readonly observer: Pick<LoopObserver, 'hookEnded'>;
}

/** The hooks of one run, and what they are doing. */
export class RunHooks {
  readonly #options: RunHooksOptions;
  readonly #gating: OutlastingCalls;

  constructor(options: RunHooksOptions, gating = new OutlastingCalls(options.scope, 'hook.timeout-settle')) {
    this.#options = options;
    this.#gating = gating;
  }

  /** The same hooks, told of what an agent of the run does. */
  ofAgent({ taskId, agent }: AgentAtWork): RunHooks {
    return new RunHooks({ ...this.#options, task: { taskId, agent } }, this.#gating);
  }

  /** Those for these events alone. */
  only(types: readonly HookEventType[]): RunHooks {
    return new RunHooks({ ...this.#options, hooks: this.#options.hooks.only(types) }, this.#gating);
  }

  /** Does the work of a run, or of an agent in it, and tells of its failure unless `signal` aborts it. */
  async tellingFailure<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const ending = await settle(work);
    if (ending.outcome === 'fulfilled') {
      return ending.value;
    }
    const { error } = ending;
    if (!signal.aborted) {
      this.observe('on_error', { code: codeOf(error), message: messageOf(error) });
    }
    throw error;
  }

  /** Asks whether something may go on, and waits for the decision. Never rejects. */
  async gate(type: GatingHookEventType, data: JsonObject, signal: AbortSignal): Promise<HookDecision> {
    if (!this.#options.hooks.gates) {
      return { type: 'continue', change: null };
    }
    // Also where none matches: a run begins with a gate, and has room for one more task then.
    const guarded = await settle(() => this.#gating.guard());
    const hooks = this.#options.hooks.matching(type, data);
    if (hooks.length === 0) {
      return { type: 'continue', change: null };
    }
    if (signal.aborted) {
      return { type: 'cancelled' };
    }
    if (guarded.outcome === 'rejected') {
      const reason = `its hooks could not be asked: ${messageOf(guarded.error)}`;
      return { type: 'refuse', reason, retryAfterMs: null };
    }
    return await decideByHooks(hooks, this.#event(type, data), (hook, event) =>
      this.#ask(hook, event, signal),
    );
  }

  /** Tells of what happens. The hooks that look on are tasks of the run when this returns; their answers change nothing. */
  observe(type: Exclude<HookEventType, GatingHookEventType>, data: JsonObject): void {
    const hooks = this.#options.hooks.matching(type, data);
    if (hooks.length === 0) {
      return;
    }
    const event = this.#event(type, data);
    const chain = hooks.filter(({ config }) => !config.asyncExecution);
    if (chain.length > 0) {
      this.#spawn('hook.observation', chain, event);
    }
    for (const hook of hooks.filter(({ config }) => config.asyncExecution)) {
      this.#spawn('hook.observer', [hook], event);
    }
  }

  #spawn(name: string, hooks: readonly Hook[], event: HookEvent): void {
    const { scope, signal, clock } = this.#options;
    const tell = (report: HookReport): void => this.#tell(report);
    try {
      scope.spawn(name, () => observeByHooks(hooks, event, { signal, clock, tell }));
    } catch (error) {
      for (const { id: hook } of hooks) {
        this.#tell({
          hook,
          event: event.type,
          outcome: 'dropped',
          message: messageOf(error),
          durationMs: 0,
        });
      }
    }
  }

  async #ask(hook: Hook, event: HookEvent, signal: AbortSignal): Promise<HookEnd> {
    const { clock } = this.#options;
    const startedAt = clock.elapsed();
    const { outcome, settled } = callHook(hook, event, { signal, clock });
    this.#gating.add(settled);
    const end = await outcome;
    const report = hookReport(hook, event, end, clock.elapsed() - startedAt);
    if (report !== null) this.#tell(report);
    return end;
  }

  /** A run that was given up or is closed tells nothing more. */
  #tell(report: HookReport): void {
    const { signal, observer, task } = this.#options;
    if (!signal.aborted) observer.hookEnded({ ...report, ...task });
  }

  /** The data is copied: a hook that changed it would change what the run goes on with. */
  #event(type: HookEventType, data: JsonObject): HookEvent {
    const { sessionId, runId, task } = this.#options;
    return deepFreeze({ type, sessionId, runId, ...task, data: structuredClone(data) });
  }
}
