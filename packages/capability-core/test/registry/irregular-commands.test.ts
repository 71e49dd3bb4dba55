import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Agent, type Command, type CommandContext, type LlmRequest, messageText } from '../../src/index.js';
import { type PackageFolder, readPackageFolder, sessionBatch } from '../../src/registry/index.js';
import { MAX_COMMAND_FILE_BYTES, MAX_DERIVED_DESCRIPTION_BYTES } from '../../src/registry/limits.js';
import { ScriptedModel } from '../../src/testing/index.js';
import { IRREGULAR_COMMANDS } from './irregular-commands-table.js';
import {
  idleServers,
  NEVER,
  openRegistry,
  type PackageContent,
  packageNamed,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const FIXTURE = fileURLToPath(new URL('../fixtures/packages/irregular-commands', import.meta.url));

const packageOf = (files: PackageContent, manifest: object = {}): Promise<string> =>
  packageNamed('desk', files, manifest);

function commandsOf({ values }: Pick<PackageFolder, 'values'>): readonly Command[] {
  return values.flatMap(({ value }) => (value.kind === 'command' ? [value.command] : []));
}

/** Name, outcome and the first reason of each item. */
async function outcomesOf(root: string) {
  const { items } = await readPackageFolder(root, options);
  return items.map(({ kind, name, outcome, diagnostics: [first] }) => [kind, name, outcome, first?.reason]);
}

describe('a package of commands as people write them', () => {
  test('is read to the last one: loaded, loaded with what is unusual, or skipped with the reason', async () => {
    const { items, values } = await readPackageFolder(FIXTURE, options);
    const rows = items.map(({ path, outcome, diagnostics }) => {
      const notes = diagnostics.map(({ line, reason }) =>
        line === undefined ? reason : `${line}: ${reason}`,
      );
      const [command] = commandsOf({ values: values.filter((packaged) => packaged.path === path) });
      const shown = command && { ...command, execute: undefined };
      return { path, outcome, notes, command: shown, prompt: command && textOf(command) };
    });
    const expected = IRREGULAR_COMMANDS.map(({ notes = [], command, prompt, ...row }) => {
      return { ...row, notes, command, prompt: command && (prompt ?? 'Answer.\n\nARGUMENTS: a b') };
    });
    for (const row of expected) expect(rows.find(({ path }) => path === row.path)).toEqual(row);
    expect(rows.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
    expect(values.find(({ name }) => name === 'mark')?.fields.get('color')).toBe('red');
  });

  test('is refused where strictness was asked for, with the first of them', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'), { strict: true });
    await expect(registry.install(FIXTURE, options)).rejects.toMatchObject({
      code: 'strict-refusal',
      path: IRREGULAR_COMMANDS.find(({ outcome }) => outcome !== 'loaded')?.path,
      line: 2,
    });
  });

  test('counts arguments from one where the registry was opened so, and then says nothing of that', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'), { firstArgument: 1 });
    const { digest, items } = await registry.install(FIXTURE, options);
    expect(items.find(({ name }) => name === 'from-one')?.outcome).toBe('loaded');
    await publish(registry, { add: [digest] });
    const { packages } = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    const [command] = packages.flatMap(commandsOf).filter(({ name }) => name === 'desk:from-one');
    expect(command && textOf(command)).toBe('Compare\na with b.');
  });
});

describe('the commands of a package', () => {
  test('ask the model of a session that took them up from the store, each edition its own text', async () => {
    const answer = ({ messages }: LlmRequest) => ScriptedModel.text(messages.map(messageText).join(' | '));
    await using session = Agent.fromConfig({}).buildSession('/work', new ScriptedModel(answer, answer));
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'));
    const editions = [];
    for (const edition of ['one', 'two']) {
      const folder = await packageOf({ 'commands/say.md': `Say $0 as edition ${edition}.` });
      editions.push(await registry.install(folder, options));
    }
    const texts: string[] = [];
    for (const { digest } of editions) {
      const { generation } = await publish(registry, { add: [digest] });
      const snapshot = await registry.snapshot({ generation, adapters: idleServers, ...options });
      await session.applyCapabilityBatch(sessionBatch(session, snapshot));
      texts.push((await session.send('/desk:say "good morning" now')).text);
    }
    expect(texts).toEqual([
      'Say good morning as edition one.',
      `Say good morning as edition one. | ${texts[0]} | Say good morning as edition two.`,
    ]);
    expect((await session.send('/help desk:say')).text).toBe('/desk:say: Say $0 as edition two.');
    const plan = await registry.plan({ add: [editions[0]?.digest ?? never()] }, options);
    expect(plan.items).toMatchObject([{ change: 'changed', kind: 'command', publicName: 'desk:say' }]);
  });

  test('are where the manifest says, instead of the usual folder', async () => {
    const commands = ['./more/', './one/single.md', './nowhere', './more/deep'];
    const root = await packageOf(
      {
        'commands/usual.md': 'x',
        'more/a.md': 'x',
        'more/deep/b.md': 'x',
        'one/single.md': 'x',
        'one/other.md': 'x',
      },
      { commands },
    );
    expect(await outcomesOf(root)).toEqual([
      ['command', 'a', 'loaded', undefined],
      ['command', 'deep:b', 'loaded', undefined],
      ['command', 'single', 'loaded', undefined],
      [
        'manifest',
        'nowhere',
        'skipped',
        'The manifest names this place for commands, and there is none in it.',
      ],
      [
        'command',
        'commands/usual.md',
        'skipped',
        'The manifest names other places for commands, and they replace this folder.',
      ],
    ]);
    const whole = await packageOf({ 'read.md': 'x' }, { commands: './' });
    expect(await outcomesOf(whole)).toEqual([['command', 'read', 'loaded', undefined]]);
  });

  test('that a manifest holds itself are named and not loaded', async () => {
    const root = await packageOf({ 'commands/usual.md': 'x' }, { commands: { about: { content: 'x' } } });
    expect((await outcomesOf(root)).map(([kind, name, outcome]) => [kind, name, outcome])).toEqual([
      ['command', 'commands', 'skipped'],
      ['command', 'commands/usual.md', 'skipped'],
    ]);
    const wrong = await packageOf({}, { commands: 3 });
    await expect(readPackageFolder(wrong, options)).rejects.toMatchObject({ code: 'invalid-manifest' });
  });

  test('that would have one name are all skipped, and so is one whose file has a colon in its name', async () => {
    const root = await packageOf(
      { 'commands/a.md': 'x', 'commands/a.MD.md': 'x', 'other/a.md': 'x', 'other/b:c.md': 'x' },
      {
        commands: ['./commands', './other'],
      },
    );
    const rows = await outcomesOf(root);
    expect(rows.map(([, name, outcome]) => [name, outcome])).toEqual([
      ['a.MD', 'loaded'],
      ['a', 'skipped'],
      ['a', 'skipped'],
      ['b:c', 'skipped'],
    ]);
    expect(rows[1]?.[3]).toBe('Its name is also that of another command: commands/a.md, other/a.md.');
  });

  test('make a package by themselves', async () => {
    const root = await putFiles(join(await temporaryFolder(), 'bare'), { 'commands/a.md': 'x' });
    expect(commandsOf(await readPackageFolder(root, options)).map(({ name }) => name)).toEqual(['bare:a']);
  });
});

describe('a command at a limit', () => {
  test.each([
    [MAX_COMMAND_FILE_BYTES, 'loaded', undefined],
    [
      MAX_COMMAND_FILE_BYTES + 1,
      'skipped',
      `It has ${MAX_COMMAND_FILE_BYTES + 1} bytes; at most ${MAX_COMMAND_FILE_BYTES} are read.`,
    ],
  ])('has a file of %d bytes', async (bytes, outcome, reason) => {
    const root = await packageOf({ 'commands/large.md': 'x'.repeat(bytes) });
    expect(await outcomesOf(root)).toEqual([['command', 'large', outcome, reason]]);
  });

  test.each([
    [MAX_DERIVED_DESCRIPTION_BYTES, false],
    [MAX_DERIVED_DESCRIPTION_BYTES + 1, true],
  ])('is described by its first %d bytes', async (bytes, isCut) => {
    const root = await packageOf({ 'commands/long.md': 'x'.repeat(bytes) });
    const [command] = commandsOf(await readPackageFolder(root, options));
    expect(command?.description.endsWith('…')).toBe(isCut);
  });
});

function textOf(command: Command): string {
  const output = command.execute('a b', {} as CommandContext);
  return 'text' in output ? output.text : never();
}

function never(): never {
  throw new Error('there is none');
}
