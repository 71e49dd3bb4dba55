import { describe, expect, it } from 'vitest';
import {
  DELEGATED_TASKS_MAX,
  LISTED_AGENTS_BYTES_MAX,
  TASK_PROMPT_CHARACTERS_MAX,
  TASKS_PER_CALL_MAX,
} from '../src/loop/limits.js';
import { ScriptedModel, Semaphore } from '../src/testing/index.js';
import {
  callingModel,
  delegatingModel,
  lastResult,
  modelByPrompt,
  openDelegating,
  parallelCall,
  taskCall,
  workerOf,
} from './delegation-builders.js';
import { openSession, rejectionOf } from './session-builders.js';
import { skillOf } from './skill-builders.js';

const text = (answer: string) => () => ScriptedModel.text(answer);

describe('a run that may delegate', () => {
  it('hands work to an agent and reads its last words', async () => {
    const model = delegatingModel('scout', text('found it'));
    const { session } = openDelegating(model, { systemPrompt: 'Be brief.' });
    session.registerWorkerAgent(workerOf('scout'));
    session.addSkill(skillOf('persona', { kind: 'persona' }));
    const { text: answer, messages, usage, toolCallsCount, closeReport } = await session.send('go');
    expect(answer).toBe('told: found it');
    expect(messages).toHaveLength(4);
    expect(usage.totalTokens).toBe(6);
    expect(toolCallsCount).toBe(1);
    expect(closeReport.clean).toBe(true);
    const [parent, child] = model.requests;
    expect(parent?.system).toContain('Be brief.');
    // The agent knows its own instructions and task, and nothing of the conversation.
    expect(child).toMatchObject({
      system: 'scout',
      messages: [{ role: 'user', content: [{ text: 'work' }] }],
    });
    await session.close();
  });

  it('is told of the agents that are not hidden', async () => {
    const model = new ScriptedModel(text('done'));
    const { session } = openDelegating(model);
    session.registerWorkerAgents([workerOf('scout'), workerOf('secret', { hidden: true })]);
    await session.send('go');
    const tools = model.requests[0]?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(['task', 'parallel_task']);
    for (const { description } of tools) {
      const listed = description.split('\n').filter((line) => line.startsWith('- '));
      expect(listed.map((line) => line.split(':')[0])).toEqual(
        ['explore', 'general', 'plan', 'review', 'scout', 'verification'].map((name) => `- ${name}`),
      );
    }
    await session.close();
  });

  it('is told of as many agents as fit', async () => {
    const model = new ScriptedModel(text('done'), text('done'));
    const { session } = openDelegating(model);
    await session.send('go');
    const described = (description: string) => description.slice(description.indexOf('- '));
    const listed = described(model.requests[0]?.tools[0]?.description ?? '').length + 1;
    const line = '- z000:'.length + 1 + 200 + 1;
    const fitting = Math.floor((LISTED_AGENTS_BYTES_MAX - listed) / line);
    const add = (from: number, to: number): void => {
      for (let n = from; n < to; n += 1) {
        const name = `z${`${n}`.padStart(3, '0')}`;
        session.registerWorkerAgent(workerOf(name, { description: 'd'.repeat(200) }));
      }
    };
    add(0, fitting);
    await session.send('go');
    expect(model.requests[1]?.tools[0]?.description).not.toContain('There are more agents.');
    add(fitting, fitting + 1);
    await using run = await session.admitCapabilityRun();
    expect(run.registry.tools.get('task')?.description).toMatch(/There are more agents\.$/u);
    await session.close();
  });

  it('may name an agent as it is usually spelled, a hidden one too', async () => {
    for (const agent of ['general-purpose', 'deep_research', ' loop-checker']) {
      const { session } = openDelegating(delegatingModel(agent, text('yes')));
      expect((await session.send('go')).text).toBe('told: yes');
      await session.close();
    }
  });

  it('is told which agents there are when it names another', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls(taskCall('nobody')),
      (request) => ScriptedModel.text(lastResult(request)),
    );
    const { session } = openDelegating(model);
    expect((await session.send('go')).text).toBe(
      'There is no agent named "nobody". There are: explore, general, plan, review, verification.',
    );
    await session.close();
  });

  it('is one whose host allows it', async () => {
    const model = new ScriptedModel(() => ScriptedModel.toolCalls(taskCall('explore')), text('done'));
    const { session } = openSession(model);
    const { messages } = await session.send('go');
    expect(model.requests[0]?.tools).toEqual([]);
    expect(JSON.stringify(messages)).toContain('There is no tool named');
    await session.close();
  });

  it('hands work out only inside its loop', async () => {
    const { session } = openDelegating(new ScriptedModel());
    await using run = await session.admitCapabilityRun();
    const context = {
      workspace: '/work',
      sessionId: 'session',
      runId: run.id,
      callId: 'call',
      signal: run.signal,
      scope: run.runScope,
    };
    for (const name of ['task', 'parallel_task']) {
      const output = await run.registry.tools
        .get(name)
        ?.execute({ agent: 'explore', prompt: 'work' }, context);
      expect(output).toMatchObject({ success: false, errorKind: { type: 'unsupported' } });
    }
    await session.close();
  });

  it.each([
    ['at the bound', TASK_PROMPT_CHARACTERS_MAX, 'told: done'],
    ['over the bound', TASK_PROMPT_CHARACTERS_MAX + 1, 'told: The arguments of task were refused'],
  ])('describes a task in so many characters: %s', async (_what, characters, answer) => {
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls(taskCall('scout', 'x'.repeat(characters))),
      (request) =>
        request.system === 'scout'
          ? ScriptedModel.text('done')
          : ScriptedModel.text(`told: ${lastResult(request)}`),
      (request) => ScriptedModel.text(`told: ${lastResult(request)}`),
    );
    const { session } = openDelegating(model);
    session.registerWorkerAgent(workerOf('scout'));
    expect((await session.send('go')).text).toContain(answer);
    await session.close();
  });
});

describe('several tasks at once', () => {
  it('are worked on side by side, as many as the run allows, and answered in their order', async () => {
    const [entered, hold] = [new Semaphore(), new Semaphore()];
    let [working, most] = [0, 0];
    const agents = ['one', 'two', 'three'];
    const script = (name: string) =>
      new ScriptedModel(async () => {
        working += 1;
        most = Math.max(most, working);
        entered.add();
        await hold.acquire();
        working -= 1;
        return ScriptedModel.text(`${name} is done`);
      });
    const model = modelByPrompt({
      go: callingModel(parallelCall(...agents)),
      ...Object.fromEntries(agents.map((name) => [name, script(name)])),
    });
    const { session } = openDelegating(model, { limits: { maxParallelTasks: 2 } });
    session.registerWorkerAgents(agents.map((name) => workerOf(name)));
    const sent = session.send('go');
    await entered.acquire();
    await entered.acquire();
    hold.add(3);
    expect((await sent).text).toBe(
      agents.map((name, n) => `Task ${n + 1}, ${name}:\n${name} is done`).join('\n\n'),
    );
    expect(most).toBe(2);
    await session.close();
  });

  it('say which of them failed', async () => {
    const model = modelByPrompt({
      go: callingModel(parallelCall('one', 'nobody')),
      one: new ScriptedModel(text('done')),
    });
    const { session, recorder } = openDelegating(model);
    session.registerWorkerAgent(workerOf('one'));
    expect((await session.send('go')).text).toMatch(
      /^Task 1, one:\ndone\n\nTask 2, nobody, failed:\nThere is no agent/u,
    );
    expect(recorder.of('run-tool-call').at(-1)).toMatchObject({ tool: 'parallel_task', success: false });
    await session.close();
  });

  it.each([
    ['at the bound', TASKS_PER_CALL_MAX, TASKS_PER_CALL_MAX],
    ['over the bound', TASKS_PER_CALL_MAX + 1, 0],
  ])('are so many in one call: %s', async (_what, asked, done) => {
    const one = new ScriptedModel(...Array.from({ length: asked }, () => text('done')));
    const model = modelByPrompt({
      go: callingModel(parallelCall(...Array.from({ length: asked }, () => 'one'))),
      one,
    });
    const { session } = openDelegating(model);
    session.registerWorkerAgent(workerOf('one'));
    await session.send('go');
    expect(one.requests).toHaveLength(done);
    await session.close();
  });

  it('are so many in one run', async () => {
    const calls = DELEGATED_TASKS_MAX / TASKS_PER_CALL_MAX;
    const round = Array.from({ length: TASKS_PER_CALL_MAX }, () => 'one');
    const one = new ScriptedModel(...Array.from({ length: DELEGATED_TASKS_MAX + 1 }, () => text('done')));
    const go = new ScriptedModel(
      ...Array.from({ length: calls }, () => () => ScriptedModel.toolCalls(parallelCall(...round))),
      () => ScriptedModel.toolCalls(taskCall('one', 'one')),
      (request) => ScriptedModel.text(lastResult(request)),
    );
    const { session } = openDelegating(modelByPrompt({ go, one }));
    session.registerWorkerAgent(workerOf('one'));
    expect((await session.send('go')).text).toBe(
      `A run may hand out at most ${DELEGATED_TASKS_MAX} tasks; this one was not.`,
    );
    expect(one.requests).toHaveLength(DELEGATED_TASKS_MAX);
    await session.close();
  });

  it('that wait are not begun when the run is cancelled', async () => {
    const [entered, hold] = [new Semaphore(), new Semaphore()];
    const one = new ScriptedModel(async () => {
      entered.add();
      await hold.acquire();
      return ScriptedModel.text('late');
    });
    const model = modelByPrompt({ go: callingModel(parallelCall('one', 'one', 'one')), one });
    const { session, recorder } = openDelegating(model, { limits: { maxParallelTasks: 1 } });
    session.registerWorkerAgent(workerOf('one'));
    const sent = rejectionOf(session.send('go'));
    await entered.acquire();
    session.cancelRun(session.currentRun()?.id ?? '');
    expect(await sent).toMatchObject({ code: 'run-cancelled' });
    expect(recorder.of('run-task').map(({ phase }) => phase)).toEqual(['started', 'finished']);
    hold.add();
    await session.close();
  });
});
