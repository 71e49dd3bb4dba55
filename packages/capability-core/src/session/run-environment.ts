import { Delegation } from '../loop/delegation.js';
import type { LoopEnvironment } from '../loop/loop-environment.js';
import { RunContext } from '../loop/run-context.js';
import { RunHooks } from '../loop/run-hooks.js';
import type { RunTally } from '../loop/run-tally.js';
import { systemPrompt } from '../loop/system-prompt.js';
import type { RunObserver } from './run-observer.js';
import type { SessionCapabilityRun } from './session-capability-run.js';
import type { SessionState } from './session-state.js';

/** What a run's loop works with. */
export interface EnvironmentOptions {
  readonly streaming: boolean;
  readonly observer: RunObserver;
  /** Counts what the run's agents use. */
  readonly tally: RunTally;
  /** Aborts when nothing may observe the run any more. */
  readonly observing: AbortSignal;
}

/** All that an admitted run uses; with the means to delegate where the host allows that. */
export function environmentOf(
  state: SessionState,
  { id, registry, runScope: scope }: SessionCapabilityRun,
  { streaming, observer, tally, observing: signal }: EnvironmentOptions,
): LoopEnvironment {
  const { settings, id: sessionId, clock } = state;
  const { agents, skills, tools, hooks, contexts: providers } = registry;
  const shared = { scope, signal, clock, sessionId, observer };
  const environment: LoopEnvironment = {
    workspace: state.workspace,
    sessionId,
    runId: id,
    task: null,
    client: state.model.client,
    streaming,
    system: systemPrompt(settings.systemPrompt ?? null, skills),
    tools,
    permissions: state.permissions,
    confirm: settings.confirm ?? null,
    limits: state.limits,
    clock,
    observer,
    hooks: new RunHooks({ ...shared, hooks, runId: id }),
    context: providers.length === 0 ? null : new RunContext({ ...shared, providers }),
  };
  const resolveModel = settings.resolveModel ?? null;
  return settings.delegation === true
    ? new Delegation({ agents, skills, observer, resolveModel }).open(environment, tally)
    : environment;
}
