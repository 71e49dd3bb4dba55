import { describe, expect, test } from 'vitest';
import { failureOf } from '../../src/command-line/command-failure.js';
import { snapshotPath } from '../disk-store.js';
import { SimulatedDisk, systemError } from '../simulated-disk.js';
import { diskWithStore, documentOnDisk, runOnDisk } from './run-on-disk.js';

const names = ['verify', 'inspect', 'recover', 'export', 'import'];

describe('help', () => {
  test('names every command and every exit code', async () => {
    for (const args of [['--help'], ['help']]) {
      const { exitCode, output, messages } = await runOnDisk(new SimulatedDisk(), args);
      expect(exitCode).toBe(0);
      expect(messages).toBe('');
      for (const name of names) expect(output).toMatch(new RegExp(`^ {2}${name} `, 'm'));
      for (const code of [0, 1, 2, 3, 4, 130]) expect(output).toMatch(new RegExp(`^ {2}${code} `, 'm'));
    }
  });

  test.each([
    ['verify', ['--json', '--help']],
    ['recover', ['--yes', '--past-damage']],
    ['export', ['--output <file>', '--force', '--namespace <name>', '--prefix <text>']],
    ['import', ['--input <file>', '--merge']],
    ['inspect', ['--json']],
  ])('of %s names each of its options', async (name, options) => {
    const { exitCode, output } = await runOnDisk(new SimulatedDisk(), [name, '--help']);
    expect(exitCode).toBe(0);
    for (const option of options) expect(output).toContain(option);
  });

  test('and version are documents too', async () => {
    expect(await documentOnDisk(new SimulatedDisk(), ['--version'])).toEqual({ exitCode: 0, text: '1.2.3' });
    expect(await documentOnDisk(new SimulatedDisk(), ['verify', '--help'])).toMatchObject({ exitCode: 0 });
  });
});

describe('a command line that is not understood', () => {
  test.each([
    [[], 'A command is missing'],
    [['destroy', snapshotPath], 'no command "destroy"'],
    [['constructor'], 'no command "constructor"'],
    [['verify'], 'needs the path'],
    [['verify', ''], 'needs the path'],
    [['verify', 'a', 'b'], 'one path, and 2 are given'],
    [['verify', 'a\0b'], 'no NUL'],
    [['verify', snapshotPath, '--merge'], "Unknown option '--merge'"],
    [['verify', snapshotPath, '--json=yes'], '--json'],
    [['export', snapshotPath, '--output'], '--output'],
    [['export', snapshotPath, '--prefix', 'a', '--prefix', 'b'], '--prefix is given twice'],
    [['--destroy'], "Unknown option '--destroy'"],
  ])('%j is refused with the usage, and nothing is done', async (args, message) => {
    const disk = new SimulatedDisk();
    const { exitCode, output, messages } = await runOnDisk(disk, args);
    expect(exitCode).toBe(2);
    expect(output).toBe('');
    expect(messages).toContain(message);
    expect(messages).toContain('Usage: storage-kit');
    expect(disk.steps).toEqual([]);
  });

  test('is refused by one document where one is wanted', async () => {
    expect(await documentOnDisk(new SimulatedDisk(), ['destroy'])).toEqual({
      exitCode: 2,
      code: 'wrong-usage',
      message: 'There is no command "destroy"',
    });
  });

  test('does not take what follows -- for an option', async () => {
    const { exitCode, output } = await runOnDisk(new SimulatedDisk(), ['verify', '--', '--json']);
    expect(exitCode).toBe(4);
    expect(output).toBe('');
  });
});

test.each(names.filter((name) => name !== 'import'))(
  '%s of no store says that there is none',
  async (name) => {
    const disk = new SimulatedDisk();
    expect(
      await documentOnDisk(disk, [name, snapshotPath, ...(name === 'export' ? ['--output', '/disk/x'] : [])]),
    ).toEqual({
      command: name,
      exitCode: 4,
      code: 'not-found',
      message: `There is no store at ${snapshotPath}: check the path`,
      file: snapshotPath,
    });
    expect(disk.steps).toEqual([]);
  },
);

test.each(names)('%s that a signal stopped before it began says so', async (name) => {
  const disk = await diskWithStore();
  disk.replace(`${snapshotPath}.lock`, undefined);
  const options = name === 'export' ? ['--output', '/disk/x'] : [];
  const document = await documentOnDisk(disk, [name, snapshotPath, ...options], {
    signal: AbortSignal.abort(),
  });
  expect(document).toMatchObject({ exitCode: 130, code: 'interrupted' });
  expect(await disk.list('/disk')).not.toContain('state.sqlite.lock');
});

test('a fault of the operating system is told with its file', async () => {
  const disk = await diskWithStore();
  disk.list = async () => {
    throw systemError('EIO', '/disk');
  };
  expect(await documentOnDisk(disk, ['verify', snapshotPath])).toMatchObject({ exitCode: 4, code: 'io' });
});

test('a fault of the program itself is no silence', async () => {
  const disk = await diskWithStore();
  const confirm = () => Promise.reject(new TypeError('of the program'));
  disk.replace(snapshotPath, undefined);
  const { exitCode, messages } = await runOnDisk(disk, ['recover', snapshotPath], { confirm });
  expect(exitCode).toBe(4);
  expect(messages).toBe('storage-kit: of the program\n');
  const failure = failureOf(new TypeError('of the program'), new AbortController().signal);
  expect(failure).toMatchObject({ code: 'unexpected', message: 'of the program' });
});
