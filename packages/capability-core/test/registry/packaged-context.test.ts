import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Agent } from '../../src/index.js';
import { readPackageFolder, sessionBatch, snapshotPackages } from '../../src/registry/index.js';
import { MAX_CONTEXT_FILE_BYTES } from '../../src/registry/limits.js';
import { ScriptedModel } from '../../src/testing/index.js';
import {
  edition,
  idleServers,
  NEVER,
  openRegistry,
  type PackageContent,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };

async function itemsOf(files: PackageContent) {
  const { items } = await readPackageFolder(await putFiles(await temporaryFolder(), files), options);
  return items.map(({ kind, name, outcome, diagnostics: [first] }) => [kind, name, outcome, first?.reason]);
}

describe('the AGENTS.md of a package', () => {
  test('is a part of the prompt of each run that was admitted to it, and of no other', async () => {
    const told: string[] = [];
    const model = new ScriptedModel(
      ...Array.from({ length: 3 }, () => ({ system }: { readonly system?: string | null }) => {
        told.push(system ?? 'nothing');
        return ScriptedModel.text('Yes.');
      }),
    );
    await using session = Agent.fromConfig({}).buildSession('/work', model);
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'));
    await session.send('go');
    const texts = ['Write <short> sentences.', 'Write long sentences.'];
    for (const text of texts) {
      const files = { ...edition('1.0.0'), 'AGENTS.md': `\uFEFF${text}\n` };
      const { digest } = await registry.install(await putFiles(await temporaryFolder(), files), options);
      const { generation } = await publish(registry, { add: [digest] });
      const snapshot = await registry.snapshot({ generation, adapters: idleServers, ...options });
      await session.applyCapabilityBatch(sessionBatch(session, snapshot));
      await session.send('go');
    }
    expect(told[0]).not.toContain('<context');
    expect(told[1]).toContain(
      '<context source="field-notes:AGENTS.md" type="resource">\nWrite &lt;short&gt; sentences.\n</context>',
    );
    expect(told[2]).toContain('Write long sentences.');
    expect(told[2]).not.toContain('short');
  });

  test('counts once, however many links lead to it', async () => {
    const root = await putFiles(join(await temporaryFolder(), 'notes'), { 'AGENTS.md': 'Be brief.' });
    for (const link of ['CLAUDE.md', 'GEMINI.md']) await symlink('AGENTS.md', join(root, link));
    const folder = await readPackageFolder(root, options);
    expect(folder.items.map(({ path, outcome }) => [path, outcome])).toEqual([['AGENTS.md', 'loaded']]);
    const { contributions } = snapshotPackages([folder], { generation: 1, adapters: idleServers });
    expect(contributions.flatMap(({ descriptors }) => descriptors)).toMatchObject([
      { id: { kind: 'context' }, publicName: 'notes:AGENTS.md' },
    ]);
  });

  test('is skipped when it is empty, and is nothing below the root', async () => {
    expect(await itemsOf({ 'AGENTS.md': ' \n' })).toEqual([
      ['context', 'AGENTS.md', 'skipped', 'It is empty.'],
    ]);
    expect(await itemsOf({ 'AGENTS.md': 'x', 'docs/AGENTS.md': 'x' })).toHaveLength(1);
  });

  test.each([
    [MAX_CONTEXT_FILE_BYTES, 'loaded', undefined],
    [
      MAX_CONTEXT_FILE_BYTES + 1,
      'skipped',
      `It has ${MAX_CONTEXT_FILE_BYTES + 1} bytes; at most ${MAX_CONTEXT_FILE_BYTES} are read.`,
    ],
  ])('has %d bytes', async (bytes, outcome, reason) => {
    expect(await itemsOf({ 'AGENTS.md': 'x'.repeat(bytes) })).toEqual([
      ['context', 'AGENTS.md', outcome, reason],
    ]);
  });
});
