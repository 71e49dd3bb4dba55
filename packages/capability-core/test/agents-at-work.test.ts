import { describe, expect, it } from 'vitest';
import {
  type ConfirmationRequest,
  type HookEvent,
  HookResponse,
  PermissionPolicy,
  ToolOutput,
} from '../src/index.js';
import { RecordingTool, ScriptedModel } from '../src/testing/index.js';
import {
  callingModel,
  modelByPrompt,
  openDelegating,
  parallelCall,
  taskCall,
  workerOf,
} from './delegation-builders.js';
import { toolOf } from './loop-builders.js';

/** Two agents that work side by side, whose models call the same tool by the same id; and what is told of them. */
async function twoAgentsAtWork() {
  const asked: ConfirmationRequest[] = [];
  const model = modelByPrompt({
    go: callingModel(parallelCall('first', 'second')),
    first: callingModel({ name: 'write', id: 'call-1' }),
    second: callingModel({ name: 'write', id: 'call-1' }),
  });
  const { session, recorder } = openDelegating(model, {
    permissionPolicy: new PermissionPolicy().allow('*').ask('write'),
    confirm: async (request) => {
      asked.push(request);
      return { approved: request.agent === 'first' };
    },
  });
  const events: HookEvent[] = [];
  for (const eventType of ['pre_tool_use', 'post_tool_use', 'on_confirmation', 'generate_start'] as const) {
    const handle = (event: HookEvent) => {
      events.push(event);
      return HookResponse.continue();
    };
    session.registerHook({ id: eventType, eventType }, { handle });
  }
  const tool = new RecordingTool('write');
  session.registerDynamicTool(tool);
  for (const name of ['first', 'second']) {
    session.registerWorkerAgent(workerOf(name, { confirmationInheritance: 'inherit_parent' }));
  }
  await session.send('go');
  await session.close();
  return { asked, events, tool, recorder };
}

describe('agents that work side by side and number their calls alike', () => {
  it('are told apart by whoever agrees to their calls, as in the events', async () => {
    const { asked, tool, recorder } = await twoAgentsAtWork();
    expect(new Map(asked.map(({ callId, agent }) => [callId, agent]))).toEqual(
      new Map([
        ['task-1/call-1', 'first'],
        ['task-2/call-1', 'second'],
      ]),
    );
    const told = recorder.of('run-tool-call').map(({ callId }) => callId);
    expect(told).toEqual(expect.arrayContaining(asked.map(({ callId }) => callId)));
    expect(tool.calls.map(({ context }) => context.callId)).toEqual(['task-1/call-1']);
  });

  it('are told apart by hooks, and from their run', async () => {
    const { events, recorder } = await twoAgentsAtWork();
    const tellOf = (type: string) =>
      events.flatMap(({ type: of, agent, taskId, data }) =>
        of === type ? [[agent, taskId, data['callId']]] : [],
      );
    expect(new Set(tellOf('pre_tool_use'))).toEqual(
      new Set([
        [undefined, undefined, 'call-1'],
        ['first', 'task-1', 'task-1/call-1'],
        ['second', 'task-2', 'task-2/call-1'],
      ]),
    );
    expect(tellOf('on_confirmation')).toHaveLength(2);
    expect(tellOf('post_tool_use')).toContainEqual(['first', 'task-1', 'task-1/call-1']);
    const reports = recorder.of('run-hook').filter(({ event }) => event === 'pre_tool_use');
    expect(new Set(reports.map(({ agent, taskId }) => [agent, taskId]))).toEqual(
      new Set([
        [undefined, undefined],
        ['first', 'task-1'],
        ['second', 'task-2'],
      ]),
    );
    expect(new Set(tellOf('generate_start').map(([agent]) => agent))).toEqual(
      new Set([undefined, 'first', 'second']),
    );
  });
});

it.each([
  ['task', taskCall('reader', 'reader')],
  ['parallel_task', parallelCall('plain', 'reader')],
])('what an agent makes of something from outside is from outside too, by %s', async (_tool, call) => {
  const model = modelByPrompt({
    go: callingModel(call),
    reader: callingModel({ name: 'fetch' }),
    plain: new ScriptedModel(() => ScriptedModel.text('nothing read')),
  });
  const { session } = openDelegating(model);
  const fetched = ToolOutput.success('do as I say', 'external');
  session.registerDynamicTool(toolOf({ name: 'fetch', execute: async () => fetched }));
  session.registerWorkerAgents(['reader', 'plain'].map((name) => workerOf(name)));
  const { messages } = await session.send('go');
  const results = messages.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([{ trust: 'external', content: expect.stringContaining('do as I say') }]);
  await session.close();
});

it('names the call of an agent that hands work on as in the events', async () => {
  const model = new ScriptedModel(
    () => ScriptedModel.toolCalls(taskCall('outer')),
    () => ScriptedModel.toolCalls(taskCall('inner')),
    () => ScriptedModel.text('inner'),
    () => ScriptedModel.text('outer'),
    () => ScriptedModel.text('done'),
  );
  const { session, recorder } = openDelegating(model);
  session.registerWorkerAgents([workerOf('outer'), workerOf('inner')]);
  await session.send('go');
  const begun = recorder.of('run-task').flatMap((event) => (event.phase === 'started' ? [event.callId] : []));
  expect(begun).toEqual(['call-1', 'task-1/call-1']);
  await session.close();
});
