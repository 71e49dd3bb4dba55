import { describe, expect, it } from 'vitest';
import { BUILT_IN_COMMAND_NAMES, type Command, CommandOutput } from '../src/index.js';
import { COMMAND_OUTPUT_BYTES_MAX, COMMAND_TIMEOUT_MS } from '../src/loop/limits.js';
import { REGISTERED_COMMANDS_MAX } from '../src/session/limits.js';
import {
  CountingEffect,
  ManualClock,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { commandBatch, commandOf, contextOf, valueBatch } from './command-builders.js';
import { mcpBatch, openSession, rejectionOf } from './session-builders.js';
import { thrownBy } from './set-builders.js';

describe('a prompt that begins with a slash', () => {
  it('executes a command instead of asking the model, as a run like others', async () => {
    const model = new ScriptedModel(({ messages }) => ScriptedModel.text(`${messages.length} message`));
    const { session, recorder } = openSession(model);
    session.registerCommand(commandOf('greet', (args) => CommandOutput.text(`hello ${args}`)));
    const result = await session.send('  /greet  Ada and Grace ');
    expect(result).toMatchObject({ text: 'hello Ada and Grace', messages: [], toolCallsCount: 0 });
    expect(model.requests).toEqual([]);
    expect(session.runSnapshot(result.runId)).toMatchObject({
      status: 'completed',
      prompt: '  /greet  Ada and Grace ',
      resultText: 'hello Ada and Grace',
      capabilityBinding: { codeCatalogGeneration: 0 },
    });
    expect(recorder.types.slice(2)).toEqual(['run-admitted', 'run-text', 'run-closed', 'run-finished']);
    expect(recorder.of('run-text')).toMatchObject([{ text: 'hello Ada and Grace' }]);
    expect((await session.send('go')).text).toBe('1 message');
    await session.close();
  });

  it('streams the command’s text', async () => {
    const { session } = openSession();
    session.registerCommand(commandOf('greet'));
    const stream = await session.stream('/greet');
    let text = '';
    for await (const piece of stream) text += piece;
    expect(text).toBe('greet was here');
    await session.close();
  });

  it('names a command that there is not, and where to find others', async () => {
    const { session } = openSession();
    expect((await session.send('/nothing at all')).text).toBe(
      'There is no command /nothing; /help lists those that there are.',
    );
    await session.close();
  });

  it('is a prompt like others in a run of its own', async () => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('a path')));
    expect((await (await session.spawnRun('/help')).result).text).toBe('a path');
    await session.close();
  });

  it('takes its turn in the conversation', async () => {
    const [entered, hold] = [new Semaphore(), new Semaphore()];
    const { session } = openSession();
    session.registerCommand(
      commandOf('wait', async () => {
        entered.add();
        await hold.acquire();
        return CommandOutput.text('waited');
      }),
    );
    const waiting = session.send('/wait');
    await entered.acquire();
    expect(await rejectionOf(session.send('/help'))).toMatchObject({ code: 'session-busy' });
    hold.add();
    expect((await waiting).text).toBe('waited');
    await session.close();
  });
});

describe('a command', () => {
  it('is told of its session', async () => {
    const model = new ScriptedModel(() => ScriptedModel.text('Hello.'));
    const { session } = openSession(model, { modelName: 'small', delegation: true });
    const { contexts } = contextOf(session);
    await session.applyCapabilityBatch(
      mcpBatch(1, 'files', ['read', 'list'], { beside: [new RecordingTool('a')] }),
    );
    await session.send('go');
    const { runId } = await session.send('/look');
    expect(contexts).toEqual([
      {
        sessionId: 'session',
        workspace: '/work',
        runId,
        model: 'small',
        historyLength: 2,
        usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
        toolNames: ['a', 'mcp__files__list', 'mcp__files__read', 'parallel_task', 'task'],
        mcpServers: [{ name: 'files', tools: 2 }],
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(Object.isFrozen(contexts[0])).toBe(true);
    await session.close();
  });

  it('may ask its session to clear or compact the conversation, which asks no model for an empty one', async () => {
    const model = new ScriptedModel(() => ScriptedModel.text('Hello.'));
    const { session } = openSession(model);
    session.registerCommand(
      commandOf('forget', () => CommandOutput.action('gone', { type: 'clear-history' })),
    );
    session.registerCommand(commandOf('shorten', () => CommandOutput.action('short', { type: 'compact' })));
    await session.send('go');
    expect(await session.send('/forget')).toMatchObject({ text: 'gone', messages: [] });
    expect(await session.send('/shorten')).toMatchObject({ text: 'short', messages: [] });
    expect(model.requests).toHaveLength(1);
    await session.close();
  });

  it.each<[string, Command['execute'], string]>([
    [
      'throws',
      () => {
        throw new Error('no disk');
      },
      'no disk',
    ],
    ['rejects', () => Promise.reject(new Error('no network')), 'no network'],
    ['answers what is no output', () => JSON.parse('"text"'), 'It answered what is no output.'],
  ])('that %s fails its run', async (_what, execute, reason) => {
    const { session } = openSession();
    session.registerCommand(commandOf('break', execute));
    expect(await rejectionOf(session.send('/break'))).toMatchObject({
      code: 'run-failed',
      cause: { name: 'AgentLoopError', code: 'command-failed', command: 'break', reason },
    });
    expect(session.runs()).toMatchObject([{ status: 'failed', errorCode: 'command-failed' }]);
    await session.close();
  });

  it('that never ends is given up after its time', async () => {
    const [clock, entered] = [new ManualClock(), new Semaphore()];
    const { session } = openSession(new ScriptedModel(), { clock });
    let signal: AbortSignal | null = null;
    session.registerCommand(
      commandOf('hang', (_args, context) => {
        ({ signal } = context);
        entered.add();
        return new Promise((_resolve, reject) => {
          context.signal.addEventListener('abort', () => reject(context.signal.reason));
        });
      }),
    );
    const hanging = rejectionOf(session.send('/hang'));
    await entered.acquire();
    await clock.advance(COMMAND_TIMEOUT_MS - 1);
    expect(signal).toMatchObject({ aborted: false });
    await clock.advance(1);
    expect(await hanging).toMatchObject({
      code: 'run-failed',
      cause: { code: 'command-timeout', command: 'hang', timeoutMs: COMMAND_TIMEOUT_MS },
    });
    expect(signal).toMatchObject({ aborted: true });
    await session.close();
  });

  it('that ignores its signal is reported by the close of its run', async () => {
    const [clock, entered] = [new ManualClock(), new Semaphore()];
    const { session, recorder } = openSession(new ScriptedModel(), { clock });
    session.registerCommand(
      commandOf('hang', () => {
        entered.add();
        return new Promise(() => undefined);
      }),
    );
    const hanging = rejectionOf(session.send('/hang'));
    await entered.acquire();
    await clock.advance(COMMAND_TIMEOUT_MS);
    await clock.advance(10_000);
    expect(await hanging).toMatchObject({ code: 'run-failed', cause: { code: 'command-timeout' } });
    expect(recorder.of('run-closed')).toMatchObject([{ report: { clean: false } }]);
    await session.close();
  });

  it('is cancelled with its run', async () => {
    const entered = new Semaphore();
    const { session } = openSession();
    session.registerCommand(
      commandOf('hang', (_args, { signal }) => {
        entered.add();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }),
    );
    const hanging = rejectionOf(session.send('/hang'));
    await entered.acquire();
    expect(session.cancelRun(session.currentRun()?.id ?? '')).toBe(true);
    expect(await hanging).toMatchObject({ code: 'run-cancelled' });
    expect(session.runs()).toMatchObject([{ status: 'cancelled' }]);
    await session.close();
  });

  it.each([
    ['at the bound', COMMAND_OUTPUT_BYTES_MAX, false],
    ['over the bound', COMMAND_OUTPUT_BYTES_MAX + 1, true],
  ])('answers up to a bound, %s', async (_what, bytes, cut) => {
    const { session } = openSession();
    session.registerCommand(commandOf('talk', () => CommandOutput.text('x'.repeat(bytes))));
    expect((await session.send('/talk')).text.includes('[cut: ')).toBe(cut);
    await session.close();
  });
});

describe('commands that a host registers', () => {
  it('can be replaced and removed, and that is told', async () => {
    const { session, recorder } = openSession();
    session.registerCommand(commandOf('a'));
    session.registerCommand(commandOf('a', () => CommandOutput.text('second')));
    expect((await session.send('/a')).text).toBe('second');
    expect(session.unregisterCommand('a')).toBe(true);
    expect(session.unregisterCommand('a')).toBe(false);
    expect((await session.send('/a')).text).toContain('There is no command /a');
    const told = recorder.of('registration').map(({ kind, action }) => [kind, action]);
    expect(told).toEqual(['added', 'replaced', 'removed'].map((action) => ['command', action]));
    await session.close();
    const refusal = { code: 'session-closed' };
    expect(thrownBy(() => session.registerCommand(commandOf('a')))).toMatchObject(refusal);
    expect(thrownBy(() => session.unregisterCommand('a'))).toMatchObject(refusal);
  });

  it('have none of the built-in names, nor a published one', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(commandBatch(1, commandOf('published')));
    for (const name of [...BUILT_IN_COMMAND_NAMES, 'published']) {
      expect(thrownBy(() => session.registerCommand(commandOf(name)))).toMatchObject({
        code: 'capability',
        cause: { code: 'runtime-name-conflict', kind: 'command', publicName: name },
      });
    }
    expect(recorder.of('registration-refused')).toHaveLength(BUILT_IN_COMMAND_NAMES.length + 1);
    expect((await session.send('/published')).text).toBe('published was here');
    await session.close();
  });

  it('are sound', async () => {
    const { session } = openSession();
    for (const [command, reason] of [
      [undefined, 'it is no command'],
      [{ name: 'a b', description: '', execute: () => CommandOutput.text('') }, 'nobody could call it'],
    ] as const) {
      expect(thrownBy(() => session.registerCommand(command as Command))).toMatchObject({
        code: 'command-invalid',
        reason: expect.stringContaining(reason),
      });
    }
    await session.close();
  });

  it('are at most so many', async () => {
    const { session } = openSession();
    for (let n = 0; n < REGISTERED_COMMANDS_MAX; n += 1) session.registerCommand(commandOf(`c${n}`));
    session.registerCommand(commandOf('c0'));
    expect(thrownBy(() => session.registerCommand(commandOf('one-more')))).toMatchObject({
      code: 'registered-command-limit-reached',
      max: REGISTERED_COMMANDS_MAX,
    });
    await session.close();
  });
});

describe('a published command', () => {
  it.each([
    ['a built-in command', 'help', 'a built-in command'],
    ['a command of the host', 'mine', 'a command registered by the host'],
  ])('is refused before publication when %s has its name', async (_what, name, heldBy) => {
    const { session, recorder } = openSession();
    session.registerCommand(commandOf('mine'));
    const effect = new CountingEffect();
    const batch = valueBatch(1, [{ kind: 'command', command: commandOf(name) }], effect);
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'command',
      publicName: name,
      heldBy,
    });
    expect(recorder.types).not.toContain('generation-published');
    expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
    expect(effect.closed).toBe(1);
    await session.close();
  });

  it('is refused before publication when it is none', async () => {
    const { session } = openSession();
    const command = { name: 'two words', description: '', execute: () => CommandOutput.text('') };
    expect(await rejectionOf(session.applyCapabilityBatch(commandBatch(1, command)))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'command',
      publicName: 'two words',
    });
    await session.close();
  });

  it('stays what it was when it was published', async () => {
    const { session } = openSession();
    const command = { ...commandOf('say', () => CommandOutput.text('published')) };
    await session.applyCapabilityBatch(commandBatch(1, command));
    command.execute = () => CommandOutput.text('changed');
    expect((await session.send('/say')).text).toBe('published');
    await session.close();
  });
});
