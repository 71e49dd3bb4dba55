import { describe, expect, it } from 'vitest';
import { NO_TOKEN_USAGE } from '../model/token-usage.js';
import { type CommandContext, CommandOutput, checkCommand, checkedCommandOutput } from './command.js';
import { COMMAND_BYTES_MAX } from './limits.js';

const plain = { name: 'greet', description: 'Greets.', execute: () => CommandOutput.text('hello') };
const context: CommandContext = {
  sessionId: 's',
  workspace: '/w',
  runId: 'r',
  model: null,
  historyLength: 0,
  usage: NO_TOKEN_USAGE,
  toolNames: [],
  mcpServers: [],
  signal: new AbortController().signal,
};

describe('a command that is checked', () => {
  it('is a frozen copy, so that later changes of it show nowhere', async () => {
    class Greeter {
      name = 'greet';
      description = 'Greets.';
      usage = '/greet [who]';
      whom = 'Ada';
      execute(): CommandOutput {
        return CommandOutput.text(`hello ${this.whom}`);
      }
    }
    const given = new Greeter();
    const checked = checkCommand(given);
    if (checked.type === 'flawed') throw new Error(checked.reason);
    given.name = 'other';
    given.execute = () => CommandOutput.text('changed');
    expect(checked.command).toMatchObject({ name: 'greet', description: 'Greets.', usage: '/greet [who]' });
    expect(Object.isFrozen(checked.command)).toBe(true);
    expect(await checked.command.execute('', context)).toEqual({ text: 'hello Ada', stateChanged: false });
  });

  it.each<[string, unknown, string]>([
    ['nothing', null, 'it is no command'],
    ['without work', { name: 'a', description: '' }, 'its execute is refused: it is no function'],
    ['without a name', { ...plain, name: '' }, 'its name'],
    ['named with its slash', { ...plain, name: '/greet' }, 'nobody could call it'],
    ['named with a space', { ...plain, name: 'greet all' }, 'nobody could call it'],
    ['with a usage that is no text', { ...plain, usage: 1 }, 'its usage is refused'],
  ])('cannot be %s', (_what, value, reason) => {
    expect(checkCommand(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('holds texts up to a bound', () => {
    const usage = 'u'.repeat(COMMAND_BYTES_MAX - 'greet'.length - 'Greets.'.length);
    expect(checkCommand({ ...plain, usage }).type).toBe('sound');
    expect(checkCommand({ ...plain, usage: `${usage}u` })).toMatchObject({
      reason: expect.stringContaining(`${COMMAND_BYTES_MAX + 1} bytes`),
    });
  });
});

describe('what a command answers', () => {
  it('is taken when it is an output', () => {
    const outputs = [
      CommandOutput.text('a'),
      CommandOutput.prompt('a'),
      CommandOutput.action('a', { type: 'compact' }),
      CommandOutput.action('a', { type: 'clear-history' }),
      CommandOutput.action('a', { type: 'switch-model', model: 'small' }),
    ];
    expect(outputs.map(checkedCommandOutput)).toEqual(outputs);
    expect(outputs.map(({ stateChanged }) => stateChanged)).toEqual([false, false, true, true, true]);
  });

  it.each([
    [undefined],
    ['text'],
    [{ text: 1, stateChanged: false }],
    [{ text: 'a', stateChanged: true, action: { type: 'explode' } }],
    [{ text: 'a', stateChanged: true, action: { type: 'switch-model', model: '' } }],
  ])('is not taken when it is %j', (value) => {
    expect(checkedCommandOutput(value)).toBeNull();
  });
});
