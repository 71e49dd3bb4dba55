import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Agent, type AgentDefinition, messageText, PermissionPolicy } from '../../src/index.js';
import { type PackageFolder, readPackageFolder, sessionBatch } from '../../src/registry/index.js';
import { AGENT_FILE_BYTES_MAX } from '../../src/session/limits.js';
import { ScriptedModel } from '../../src/testing/index.js';
import { IRREGULAR_AGENTS } from './irregular-agents-table.js';
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
const FIXTURE = fileURLToPath(new URL('../fixtures/packages/irregular-agents', import.meta.url));

const packageOf = (files: PackageContent, manifest: object = {}): Promise<string> =>
  packageNamed('crew', files, manifest);

function agentsOf({ values }: Pick<PackageFolder, 'values'>): readonly AgentDefinition[] {
  return values.flatMap(({ value }) => (value.kind === 'agent' ? [value.agent] : []));
}

describe('a package of agents as people write them', () => {
  test('is read to the last one: loaded, loaded with what is unusual, or skipped with the reason', async () => {
    const { items, values } = await readPackageFolder(FIXTURE, options);
    const rows = items.map(({ path, outcome, diagnostics }) => {
      const notes = diagnostics.map(({ line, reason }) =>
        line === undefined ? reason : `${line}: ${reason}`,
      );
      const [agent] = agentsOf({ values: values.filter((packaged) => packaged.path === path) });
      return { path, outcome, notes, agent };
    });
    const expected = IRREGULAR_AGENTS.map(({ notes = [], agent, ...row }) => {
      return { ...row, notes, agent: agent && { maxSteps: 30, ...agent } };
    });
    for (const row of expected) expect(rows.find(({ path }) => path === row.path)).toEqual(row);
    expect(rows.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
    expect(values.find(({ name }) => name === 'plain')?.fields.get('color')).toBe('blue');
  });

  test('is refused where strictness was asked for, with the first of them', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'), { strict: true });
    await expect(registry.install(FIXTURE, options)).rejects.toMatchObject({
      code: 'strict-refusal',
      path: 'agents/README.md',
      line: 1,
    });
  });
});

describe('the agents of a package', () => {
  test('are delegated to by a session that took them up from the store, by the whole name or the bare one', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'));
    const scout = (name: string) => ({
      '.claude-plugin/plugin.json': JSON.stringify({ name }),
      'agents/scout.md': `---\nname: scout\ndescription: Scouts.\n---\nYou scout for ${name}.\n`,
    });
    const add = [];
    for (const files of [
      { ...scout('crew'), 'agents/cook.md': '---\nname: cook\ndescription: Cooks.\n---\nYou cook.\n' },
      scout('fleet'),
    ]) {
      const { digest } = await registry.install(await putFiles(await temporaryFolder(), files), options);
      add.push(digest);
    }
    await publish(registry, { add });
    const tasks = ['fleet:scout', 'cook', 'scout'].map((agent, index) => {
      return { name: 'task', id: `call-${index}`, input: { agent, prompt: 'go' } };
    });
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls(...tasks),
      ({ system }) => ScriptedModel.text(`told: ${system}`),
      ({ system }) => ScriptedModel.text(`told: ${system}`),
      ({ messages }) => ScriptedModel.text(JSON.stringify(messages.at(-1)?.content)),
    );
    const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
    await using session = agent.buildSession('/work', model, { delegation: true });
    const snapshot = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    await session.applyCapabilityBatch(sessionBatch(session, snapshot));
    const { text } = await session.send('go');
    expect(text).toContain('told: You scout for fleet.');
    expect(text).toContain('told: You cook.');
    expect(text).toContain('There is no agent named \\"scout\\". There are: ');
    expect(model.requests.map(({ messages }) => messages[0] && messageText(messages[0]))).toEqual(
      Array.from({ length: 4 }, () => 'go'),
    );
  });

  test.each([
    ['tools:', []],
    ['tools: ""', []],
    ['tools: ~', []],
    ['about: so: it\nTools: Read', [{ decision: 'allow', rule: 'Read' }]],
    ['about: so: it\nDisallowed_Tools: Write', [{ decision: 'deny', rule: 'Write' }]],
    ['about: so: it\ntools:', []],
  ])('may use no more than their file says, however it is written: %j', async (field, permissions) => {
    const text = `---\nname: scout\ndescription: Scouts.\n${field}\n---\nYou scout.\n`;
    const read = await readPackageFolder(await packageOf({ 'agents/scout.md': text }), options);
    expect(agentsOf(read)).toMatchObject([{ name: 'crew:scout', permissions }]);
  });

  test('are where the manifest says, instead of the usual folder', async () => {
    const text = '---\ndescription: d\n---\n';
    const files = {
      'agents/usual.md': text,
      'agents/logo.svg': '',
      'more/a.md': text,
      'one/single.md': text,
    };
    const root = await packageOf(files, { agents: ['./one/single.md', './more', './nowhere'] });
    const { items } = await readPackageFolder(root, options);
    expect(items.map(({ kind, name, outcome }) => [kind, name, outcome])).toEqual([
      ['agent', 'a', 'loaded-with-diagnostics'],
      ['agent', 'single', 'loaded-with-diagnostics'],
      ['manifest', 'nowhere', 'skipped'],
      ['agent', 'agents/usual.md', 'skipped'],
    ]);
    const wrong = await packageOf({}, { agents: { a: {} } });
    await expect(readPackageFolder(wrong, options)).rejects.toMatchObject({ code: 'invalid-manifest' });
  });

  test.each([
    [AGENT_FILE_BYTES_MAX, 'loaded'],
    [AGENT_FILE_BYTES_MAX + 1, 'skipped'],
  ])('have files of %d bytes', async (bytes, outcome) => {
    const head = '---\nname: a\ndescription: d\n---\n';
    const root = await packageOf({ 'agents/a.md': head + 'x'.repeat(bytes - head.length) });
    const [item] = (await readPackageFolder(root, options)).items;
    expect([item?.outcome, item?.diagnostics[0]?.reason]).toEqual([
      outcome,
      outcome === 'loaded' ? undefined : `It has ${bytes} bytes; at most ${bytes - 1} are read.`,
    ]);
  });
});
