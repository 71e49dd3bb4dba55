import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_COMMAND_NAMES,
  type LlmClient,
  type LlmRequest,
  type LlmResponse,
  type ModelResolver,
  messageText,
} from '../src/index.js';
import { MODEL_RESOLUTION_TIMEOUT_MS } from '../src/loop/limits.js';
import { ManualClock, RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { commandBatch, commandOf } from './command-builders.js';
import { mcpBatch, openSession, rejectionOf } from './session-builders.js';

type ScriptedStep = (request: LlmRequest) => LlmResponse;

/** A model that says how many messages it was shown. */
function countingModel(...before: readonly ScriptedStep[]): ScriptedModel {
  const steps = Array.from(
    { length: 8 },
    () =>
      ({ messages }: LlmRequest) =>
        ScriptedModel.text(`${messages.length} messages`),
  );
  return new ScriptedModel(...before, ...steps);
}

describe('the command', () => {
  it('help lists all commands, and says how one is used', async () => {
    const { session } = openSession();
    session.registerCommand({ ...commandOf('mine'), usage: '/mine [what]' });
    await session.applyCapabilityBatch(commandBatch(1, commandOf('published')));
    const { text } = await session.send('/help');
    const listed = text.split('\n').slice(1);
    expect(listed.map((line) => line.split(':')[0])).toEqual(
      [...BUILT_IN_COMMAND_NAMES, 'mine', 'published'].map((name) => `/${name}`),
    );
    expect((await session.send('/help mine')).text).toBe('/mine [what]: Does mine.');
    expect((await session.send('/help /cost')).text).toMatch(/^\/cost: /u);
    expect((await session.send('/help nothing')).text).toMatch(/^There is no command \/nothing\./u);
    await session.close();
  });

  it('history counts the messages, and clear forgets them', async () => {
    const { session } = openSession(countingModel());
    await session.send('one');
    await session.send('two');
    expect((await session.send('/history')).text).toBe('4 messages in the conversation.');
    const cleared = await session.send('/clear');
    expect(cleared).toMatchObject({ text: '4 messages forgotten.', messages: [] });
    expect((await session.send('/history')).text).toBe('0 messages in the conversation.');
    expect((await session.send('three')).text).toBe('1 messages');
    await session.close();
  });

  it('compact replaces the conversation by a summary, and makes no call for it', async () => {
    const tool = new RecordingTool('a');
    const { session, recorder } = openSession(
      countingModel(
        () => ScriptedModel.text('Hello Ada.'),
        () => ScriptedModel.toolCalls({ name: 'a' }),
        ({ messages: [first] }) =>
          ScriptedModel.text(`Summary of: ${first === undefined ? '' : messageText(first)}`),
      ),
    );
    session.registerDynamicTool(tool);
    expect((await session.send('/compact')).text).toBe('There is nothing to compact yet.');
    await session.send('I am Ada.');
    const { text, messages, usage } = await session.send('/compact');
    expect(text).toBe('2 messages replaced by a summary.');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages.map(messageText).at(-1)).toBe('Summary of: I am Ada.');
    expect(usage.totalTokens).toBe(4);
    expect(tool.calls).toEqual([]);
    expect(recorder.of('run-text').map((event) => event.text)).not.toContain('Summary of: I am Ada.');
    expect((await session.send('Who am I?')).text).toBe('3 messages');
    await session.close();
  });

  it.each<[string, ScriptedStep]>([
    [
      'fails',
      () => {
        throw new Error('no network');
      },
    ],
    ['has nothing to say', () => ScriptedModel.text(' ')],
  ])('compact leaves the conversation as it was when the model %s', async (_what, step) => {
    const { session } = openSession(countingModel(() => ScriptedModel.text('Hello Ada.'), step));
    await session.send('I am Ada.');
    expect(await rejectionOf(session.send('/compact'))).toMatchObject({ cause: { code: 'model-failed' } });
    expect((await session.send('Who am I?')).text).toBe('3 messages');
    await session.close();
  });

  it('cost adds up what all runs have used', async () => {
    const { session } = openSession(countingModel());
    await session.send('one');
    await (await session.spawnRun('two', { streaming: false })).result;
    expect((await session.send('/cost')).text).toBe('4 tokens so far: 2 in prompts, 2 in answers.');
    await session.close();
  });

  it('tools and mcp list what the run’s generation has', async () => {
    const { session } = openSession();
    expect((await session.send('/tools')).text).toBe('There are no tools.');
    expect((await session.send('/mcp')).text).toBe('There are no MCP servers.');
    await session.applyCapabilityBatch(mcpBatch(1, 'files', ['read'], { beside: [new RecordingTool('a')] }));
    expect((await session.send('/tools')).text).toBe('The tools:\na\nmcp__files__read');
    expect((await session.send('/mcp')).text).toBe('The MCP servers:\nfiles (1 tool)');
    await session.close();
  });
});

describe('the command model', () => {
  it('names the model', async () => {
    const plain = openSession().session;
    expect((await plain.send('/model')).text).toBe('The model has no name.');
    const named = openSession(new ScriptedModel(), { modelName: 'small' }).session;
    expect((await named.send('/model')).text).toBe('Model: small');
    await Promise.all([plain.close(), named.close()]);
  });

  it('changes the model of the runs to come', async () => {
    const asked: unknown[] = [];
    const large = new ScriptedModel(() => ScriptedModel.text('from the large one'));
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('from the first one')), {
      modelName: 'small',
      resolveModel: async (name) => {
        asked.push(name);
        return large;
      },
    });
    expect((await session.send('go')).text).toBe('from the first one');
    expect((await session.send('/model large')).text).toBe('Model: large');
    expect((await session.send('go')).text).toBe('from the large one');
    expect((await session.send('/model')).text).toBe('Model: large');
    expect(asked).toEqual([{ model: 'large' }]);
    await session.close();
  });

  it('is refused where the host offers no others', async () => {
    const { session } = openSession();
    expect(await rejectionOf(session.send('/model large'))).toMatchObject({
      cause: { code: 'command-failed', command: 'model', reason: expect.stringContaining('one model only') },
    });
    await session.close();
  });

  it.each<[string, ModelResolver, string]>([
    ['knows no such model', () => Promise.reject(new Error('unknown model')), 'unknown model'],
    ['gives what is no model', async () => ({}) as LlmClient, 'The host gave what is no model.'],
  ])('keeps the model when the host %s', async (_what, resolveModel, reason) => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('as before')), {
      resolveModel,
    });
    expect(await rejectionOf(session.send('/model large'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'model-unavailable', model: 'large', reason },
    });
    expect((await session.send('go')).text).toBe('as before');
    await session.close();
  });

  it('waits for the host so long and no longer', async () => {
    const [clock, entered] = [new ManualClock(), new Semaphore()];
    const resolveModel: ModelResolver = () => {
      entered.add();
      return new Promise(() => undefined);
    };
    const { session } = openSession(new ScriptedModel(), { clock, resolveModel });
    let settled = false;
    const switching = rejectionOf(session.send('/model large')).finally(() => {
      settled = true;
    });
    await entered.acquire();
    await clock.advance(MODEL_RESOLUTION_TIMEOUT_MS - 1);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await switching).toMatchObject({ cause: { code: 'model-unavailable' } });
    await session.close();
  });

  it('is cancelled with its run while the host looks', async () => {
    const entered = new Semaphore();
    const resolveModel: ModelResolver = () => {
      entered.add();
      return new Promise(() => undefined);
    };
    const { session } = openSession(new ScriptedModel(), { resolveModel });
    const abort = new AbortController();
    const switching = rejectionOf(session.send('/model large', { signal: abort.signal }));
    await entered.acquire();
    abort.abort();
    expect(await switching).toMatchObject({ code: 'run-cancelled' });
    await session.close();
  });
});
