import { expect } from 'vitest';
import { CapabilitySet } from '../src/identity/capability-set.js';
import type { Tool } from '../src/kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES } from '../src/kinds/tool-capabilities.js';
import { ToolOutput } from '../src/kinds/tool-output.js';
import { systemClock } from '../src/lifecycle/clock.js';
import { AgentLoop } from '../src/loop/agent-loop.js';
import type { LoopEnvironment } from '../src/loop/loop-environment.js';
import { DEFAULT_LOOP_LIMITS } from '../src/loop/loop-limits.js';
import { PermissionPolicy } from '../src/loop/permission-policy.js';
import { type ToolResultBlock, toolResultText } from '../src/model/content-block.js';
import { userMessage } from '../src/model/message.js';
import { CapabilityScope } from '../src/scope/capability-scope.js';
import { ScriptedModel, type ScriptedToolCall } from '../src/testing/scripted-model.js';

/** What a tool that only reads promises. */
export const READS = {
  ...CONSERVATIVE_TOOL_CAPABILITIES,
  readOnly: true,
  idempotent: true,
  cancellationSafe: true,
  maxParallelism: 4,
};

/** What a test sets of a loop; the rest is as plain as can be. */
export type Setup = Partial<Omit<LoopEnvironment, 'tools' | 'limits'>> & {
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<LoopEnvironment['limits']>;
};

/** A loop on a run of its own; `log` holds what its observer was told. */
export function openLoop({ tools = [], limits, ...over }: Setup) {
  const log: string[] = [];
  const clock = over.clock ?? systemClock;
  const session = CapabilityScope.openSession({ set: CapabilitySet.empty(), localId: 'test', clock });
  const run = session.admitRun('run');
  const environment: LoopEnvironment = {
    workspace: '/work',
    sessionId: 'session',
    runId: 'run',
    client: new ScriptedModel(),
    streaming: false,
    system: null,
    permissions: new PermissionPolicy().allow('*'),
    confirm: null,
    clock,
    observer: {
      turnStarted: (turn) => log.push(`turn ${turn}`),
      turnFinished: (turn, { text }) => log.push(`end ${turn} ${text}`),
      text: (text) => log.push(`text ${text}`),
      toolStarted: ({ tool }) => log.push(`call ${tool}`),
      toolFinished: ({ tool }, { success }) => log.push(`${success ? 'ok' : 'failed'} ${tool}`),
    },
    ...over,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    limits: { ...DEFAULT_LOOP_LIMITS, ...limits },
  };
  return { loop: new AgentLoop(environment, run, [userMessage('go')]), run, session, log };
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
