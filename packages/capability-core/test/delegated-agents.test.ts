import { describe, expect, it } from 'vitest';
import { CapabilityValue, type LlmRequest, PermissionPolicy } from '../src/index.js';
import { DELEGATION_DEPTH_MAX } from '../src/loop/limits.js';
import { FailingEffect, RecordingTool, ScriptedModel } from '../src/testing/index.js';
import { valueBatch } from './command-builders.js';
import { delegatingModel, lastResult, openDelegating, taskCall, workerOf } from './delegation-builders.js';
import { toolOf } from './loop-builders.js';
import { rejectionOf } from './session-builders.js';
import { skillOf } from './skill-builders.js';

const text = (answer: string) => () => ScriptedModel.text(answer);

describe('an agent', () => {
  it('uses the tools and skills of its run, and that counts for the run', async () => {
    const reading = new RecordingTool('read', 'contents');
    const model = delegatingModel(
      'scout',
      () =>
        ScriptedModel.toolCalls({ name: 'read' }, { name: 'Skill', input: { name: 'note' }, id: 'call-2' }),
      (request) => ScriptedModel.text(lastResult(request)),
    );
    const { session, recorder } = openDelegating(model);
    session.registerDynamicTool(reading);
    session.addSkill(skillOf('note'));
    session.registerWorkerAgent(workerOf('scout'));
    const { text: answer, runId, toolCallsCount, usage } = await session.send('go');
    expect(answer).toContain('contents');
    expect(answer).toContain('Do as note says.');
    expect(model.requests[1]?.system).toContain('- note:');
    expect(reading.calls[0]?.context).toMatchObject({ runId, scope: { id: scopeOf('task-1') } });
    expect(toolCallsCount).toBe(3);
    expect(usage.totalTokens).toBe(8);
    expect(session.runSnapshot(runId)).toMatchObject({ toolCallsCount: 3, usage });
    expect(recorder.of('run-task')).toMatchObject([
      { phase: 'started', taskId: 'task-1', agent: 'scout', callId: 'call-1', prompt: 'work', runId },
      {
        phase: 'finished',
        taskId: 'task-1',
        agent: 'scout',
        success: true,
        toolCalls: 2,
        usage: { totalTokens: 4 },
      },
    ]);
    const calls = recorder
      .of('run-tool-call')
      .map(({ phase, callId, agent, taskId }) => [phase, callId, agent, taskId]);
    expect(calls).toEqual([
      ['started', 'call-1', undefined, undefined],
      ['started', 'task-1/call-1', 'scout', 'task-1'],
      ['finished', 'task-1/call-1', 'scout', 'task-1'],
      ['started', 'task-1/call-2', 'scout', 'task-1'],
      ['finished', 'task-1/call-2', 'scout', 'task-1'],
      ['finished', 'call-1', undefined, undefined],
    ]);
    // What it said on its way is not the run's own text.
    expect(recorder.of('run-text').map((event) => event.text)).toEqual([answer]);
    await session.close();
  });

  it('without tools has none, whatever the run has', async () => {
    const model = delegatingModel('bare', text('thought'));
    const { session } = openDelegating(model);
    session.addSkill(skillOf('note'));
    await session.applyCapabilityBatch(
      valueBatch(1, [
        CapabilityValue.agent({ name: 'bare', description: '', prompt: 'Think.', toolFree: true }),
      ]),
    );
    expect((await session.send('go')).text).toBe('told: thought');
    expect(model.requests[1]).toMatchObject({ tools: [], system: 'Think.' });
    await session.close();
  });

  it('may take so many steps, and never more than its run', async () => {
    for (const [maxSteps, rounds] of [
      [2, 2],
      [9, 3],
    ] as const) {
      const call = () => ScriptedModel.toolCalls({ name: 'read' });
      const model = delegatingModel('scout', ...Array.from({ length: rounds + 1 }, () => call));
      const { session } = openDelegating(model, { limits: { maxToolRounds: 3 } });
      session.registerDynamicTool(new RecordingTool('read'));
      session.registerWorkerAgent(workerOf('scout', { maxSteps }));
      expect((await session.send('go')).text).toContain(
        `The agent scout did not finish: The model still wants to call tools after ${rounds} rounds`,
      );
      await session.close();
    }
  });

  it('may never do what its run may not', async () => {
    const model = delegatingModel(
      'bold',
      () => ScriptedModel.toolCalls({ name: 'write' }, { name: 'fetch', id: 'call-2' }),
      (request) => ScriptedModel.text(lastResult(request)),
    );
    const [writing, fetching] = [new RecordingTool('write'), new RecordingTool('fetch')];
    const { session } = openDelegating(model, {
      permissionPolicy: new PermissionPolicy().allow('task').deny('write'),
    });
    session.registerDynamicTool(writing);
    session.registerDynamicTool(fetching);
    session.registerWorkerAgent(workerOf('bold', { permissions: [{ decision: 'allow', rule: '*' }] }));
    const { text: answer } = await session.send('go');
    expect(answer).toContain('The permission policy refuses write');
    expect(answer).toContain('fetch needs a person to agree, and nobody can be asked');
    expect([...writing.calls, ...fetching.calls]).toEqual([]);
    await session.close();
  });

  it.each([
    ['inherit_parent', 1, 'contents'],
    ['auto_approve', 1, 'contents'],
    ['deny_on_ask', 0, 'nobody can be asked'],
  ] as const)(
    'that is to %s has the person of its run asked %i times',
    async (inheritance, asked, answer) => {
      const model = delegatingModel(
        'scout',
        () => ScriptedModel.toolCalls({ name: 'read' }),
        (request) => ScriptedModel.text(lastResult(request)),
      );
      const questions: unknown[] = [];
      const { session } = openDelegating(model, {
        permissionPolicy: new PermissionPolicy().allow('task'),
        confirm: async (question) => {
          questions.push(question);
          return { approved: true };
        },
      });
      session.registerDynamicTool(new RecordingTool('read', 'contents'));
      session.registerWorkerAgent(workerOf('scout', { confirmationInheritance: inheritance }));
      expect((await session.send('go')).text).toContain(answer);
      expect(questions).toHaveLength(asked);
      expect(questions.every((question) => (question as { agent?: string }).agent === 'scout')).toBe(true);
      await session.close();
    },
  );

  it('may delegate itself, so deep and no deeper', async () => {
    const deeper = Array.from({ length: DELEGATION_DEPTH_MAX }, (_, depth) => () => {
      return ScriptedModel.toolCalls(taskCall('scout', `depth ${depth + 1}`));
    });
    const refused = () => ScriptedModel.toolCalls(taskCall('scout', 'too deep'));
    const passOn = (request: LlmRequest) => ScriptedModel.text(lastResult(request));
    const model = new ScriptedModel(...deeper, refused, passOn, ...deeper.map(() => passOn));
    const { session, recorder } = openDelegating(model);
    session.registerWorkerAgent(workerOf('scout'));
    const { text: answer, usage } = await session.send('go');
    expect(answer).toBe('There is no tool named "task".');
    const offered = model.requests.slice(0, DELEGATION_DEPTH_MAX + 1).map(({ tools }) => tools.length);
    expect(offered).toEqual([...deeper.map(() => 2), 0]);
    expect(recorder.of('run-task').map(({ taskId, phase }) => [taskId, phase])).toEqual([
      ['task-1', 'started'],
      ['task-2', 'started'],
      ['task-2', 'finished'],
      ['task-1', 'finished'],
    ]);
    expect(usage.totalTokens).toBe(model.requests.length * 2);
    await session.close();
  });

  it('uses the model that it names, where the host knows it', async () => {
    const small = new ScriptedModel(text('from the small one'));
    const names: unknown[] = [];
    const { session } = openDelegating(delegatingModel('scout'), {
      resolveModel: async (name) => {
        names.push(name);
        return small;
      },
    });
    session.registerWorkerAgent(workerOf('scout', { model: { model: 'small', provider: 'acme' } }));
    expect((await session.send('go')).text).toBe('told: from the small one');
    expect(names).toEqual([{ model: 'small', provider: 'acme' }]);
    await session.close();
  });

  it('uses the model of its run where the host knows no others, and does not start with one that is not there', async () => {
    const plain = openDelegating(delegatingModel('scout', text('from the same')));
    const failing = openDelegating(delegatingModel('scout'), {
      resolveModel: () => Promise.reject(new Error('no such model')),
    });
    for (const { session } of [plain, failing]) {
      session.registerWorkerAgent(workerOf('scout', { model: { model: 'small' } }));
    }
    expect((await plain.session.send('go')).text).toBe('told: from the same');
    expect((await failing.session.send('go')).text).toContain(
      'The agent scout did not finish: The model "small" cannot be used: no such model',
    );
    await Promise.all([plain, failing].map(({ session }) => session.close()));
  });

  it('that fails leaves its run to go on', async () => {
    const model = delegatingModel('scout', () => {
      throw new Error('no network');
    });
    const { session, recorder } = openDelegating(model);
    session.registerWorkerAgent(workerOf('scout'));
    expect((await session.send('go')).text).toContain(
      'The agent scout did not finish: The model call failed',
    );
    expect(recorder.of('run-task').at(-1)).toMatchObject({ success: false });
    await session.close();
  });

  it('whose scopes do not close cleanly makes the close of its run unclean', async () => {
    const model = delegatingModel('scout', () => ScriptedModel.toolCalls({ name: 'leak' }), text('done'));
    const { session, recorder } = openDelegating(model);
    session.registerDynamicTool(
      toolOf({
        name: 'leak',
        execute: async (_args, { scope }) => {
          scope.registerEffect(new FailingEffect('test.effect'));
          return { content: 'leaked', success: true, trust: 'trusted' };
        },
      }),
    );
    session.registerWorkerAgent(workerOf('scout'));
    expect(await rejectionOf(session.send('go'))).toMatchObject({ cause: { code: 'run-close-incomplete' } });
    expect(recorder.of('run-closed')).toMatchObject([{ report: { clean: false, childScopesFailed: 1 } }]);
    await session.close();
  });
});

function scopeOf(taskId: string): string {
  return `session/active/run/active/turn/turn-1/subtask/${taskId}/turn/turn-1`;
}
