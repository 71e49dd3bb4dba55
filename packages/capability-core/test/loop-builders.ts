import { expect } from 'vitest';
import { CapabilitySet } from '../src/identity/capability-set.js';
import type { ContextProvider } from '../src/kinds/context-provider.js';
import type { HookBinding } from '../src/kinds/hook.js';
import type { Tool } from '../src/kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES } from '../src/kinds/tool-capabilities.js';
import { ToolOutput } from '../src/kinds/tool-output.js';
import { systemClock } from '../src/lifecycle/clock.js';
import { AgentLoop } from '../src/loop/agent-loop.js';
import { HookSet } from '../src/loop/hook-set.js';
import type { LoopEnvironment } from '../src/loop/loop-environment.js';
import { DEFAULT_LOOP_LIMITS } from '../src/loop/loop-limits.js';
import type { LoopObserver } from '../src/loop/loop-observer.js';
import { PermissionPolicy } from '../src/loop/permission-policy.js';
import { RunContext } from '../src/loop/run-context.js';
import { RunHooks } from '../src/loop/run-hooks.js';
import { type ToolResultBlock, toolResultText } from '../src/model/content-block.js';
import { userMessage } from '../src/model/message.js';
import { CapabilityScope } from '../src/scope/capability-scope.js';
import { ScriptedModel, type ScriptedToolCall } from '../src/testing/scripted-model.js';
import { soundContext } from './context-builders.js';
import { soundHook } from './hook-builders.js';

/** What a tool that only reads promises. */
export const READS = {
  ...CONSERVATIVE_TOOL_CAPABILITIES,
  readOnly: true,
  idempotent: true,
  cancellationSafe: true,
  maxParallelism: 4,
};

/** What a test sets of a loop; the rest is as plain as can be. */
export type Setup = Partial<Omit<LoopEnvironment, 'tools' | 'limits' | 'hooks' | 'context'>> & {
  readonly tools?: readonly Tool[];
  readonly hooks?: readonly HookBinding[];
  readonly providers?: readonly ContextProvider[];
  readonly limits?: Partial<LoopEnvironment['limits']>;
};

/** A loop on a run of its own; `log` holds what its observer was told. */
export function openLoop({ tools = [], limits, hooks = [], providers = [], ...over }: Setup) {
  const log: string[] = [];
  const clock = over.clock ?? systemClock;
  const session = CapabilityScope.openSession({ set: CapabilitySet.empty(), localId: 'test', clock });
  const run = session.admitRun('run');
  const abort = new AbortController();
  const observer: LoopObserver = {
    turnStarted: (turn) => log.push(`turn ${turn}`),
    turnFinished: (turn, { text }) => log.push(`end ${turn} ${text}`),
    text: (text) => log.push(`text ${text}`),
    toolStarted: ({ tool }) => log.push(`call ${tool}`),
    toolFinished: ({ tool }, { success }) => log.push(`${success ? 'ok' : 'failed'} ${tool}`),
    hookEnded: ({ hook, event, outcome, message }) =>
      log.push([hook, event, outcome, ...(message === null ? [] : [message])].join(' ')),
    contextEnded: ({ provider, phase, outcome, message }) =>
      log.push([provider, phase, outcome, ...(message === null ? [] : [message])].join(' ')),
    contextAdded: ({ items, leftOut }) => log.push(`context ${items} ${leftOut}`),
  };
  const shared = { scope: run, signal: abort.signal, clock, sessionId: 'session', observer };
  const environment: LoopEnvironment = {
    workspace: '/work',
    sessionId: 'session',
    runId: 'run',
    task: null,
    client: new ScriptedModel(),
    streaming: false,
    system: null,
    permissions: new PermissionPolicy().allow('*'),
    confirm: null,
    clock,
    observer,
    hooks: new RunHooks({ ...shared, hooks: new HookSet(hooks.map(soundHook)), runId: 'run' }),
    context:
      providers.length === 0 ? null : new RunContext({ ...shared, providers: providers.map(soundContext) }),
    ...over,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    limits: { ...DEFAULT_LOOP_LIMITS, ...limits },
  };
  const loop = new AgentLoop(environment, run, [userMessage('go')]);
  /** Gives what observes the run up, as a session does once the run is closed. */
  const giveUp = (): void => abort.abort();
  return { loop, run, session, log, giveUp };
}

/** The tool results that the loop has told the model, in order. */
export function results(loop: AgentLoop): readonly ToolResultBlock[] {
  return loop.messages.flatMap(({ content }) => content).filter((block) => block.type === 'tool_result');
}

/** The one tool result of a model that calls once and then ends. */
export async function resultOf(setup: Setup, ...calls: readonly ScriptedToolCall[]) {
  const client = new ScriptedModel(
    () => ScriptedModel.toolCalls(...calls),
    () => ScriptedModel.text('done'),
  );
  const { loop } = openLoop({ client, ...setup });
  expect(await loop.run()).toBe('done');
  return results(loop).map((block) => ({ text: toolResultText(block), isError: block.isError ?? false }));
}

/** A tool that does what the test says. */
export function toolOf(over: Partial<Tool> & Pick<Tool, 'name'>): Tool {
  return {
    description: '',
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success('ok'),
    ...over,
  };
}
