import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Agent, PermissionPolicy, RehearsalModel } from '../src/index.js';
import {
  readPackageFolder,
  sessionBatch,
  snapshotPackages,
  type UseSnapshot,
} from '../src/registry/index.js';

const NEVER = new AbortController().signal;

let base = '';

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'changeover-skills-'));
});

afterEach(() => rm(base, { recursive: true, force: true }));

/** A generation of one package that brings a skill. */
async function editionOf(edition: string, generation: number): Promise<UseSnapshot> {
  const root = join(base, edition);
  const files = {
    '.claude-plugin/plugin.json': JSON.stringify({ name: 'field-notes', version: edition }),
    'skills/take-notes/SKILL.md':
      '---\nname: take-notes\ndescription: Takes notes.\nallowed-tools: [Read, Write]\ntags: writing, travel\n' +
      `version: ${edition}\n---\nNotes of edition ${edition}.\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const folder = await readPackageFolder(root, { signal: NEVER });
  const mcp = (): never => {
    throw new Error('the package has no servers');
  };
  return snapshotPackages([folder], { generation, adapters: { mcp } });
}

it('lets a run find and load the skills of the package that it keeps, and a new run those of the next', async () => {
  const model = new RehearsalModel({
    turns: [
      { waitFor: 'hold', toolCalls: [{ tool: 'search_skills', arguments: { query: 'travel' } }] },
      { text: '{{toolResult}}\n', toolCalls: [{ tool: 'Skill', arguments: { name: 'take-notes' } }] },
      { text: '{{toolResult}}' },
    ],
  });
  const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
  await using session = agent.buildSession(base, model);
  const told: string[] = [];
  session.subscribe((event) => {
    if (event.type === 'run-tool-call' && event.phase === 'finished') told.push(event.content);
  });

  const first = await editionOf('1.0.0', 1);
  await session.applyCapabilityBatch(sessionBatch(session, first));
  const old = await session.spawnRun('go');
  await model.whenWaiting('hold', { signal: NEVER });
  const second = await editionOf('2.0.0', 2);
  await session.applyCapabilityBatch(sessionBatch(session, second));
  expect([first.leaseProvider.held, second.leaseProvider.held]).toEqual([1, 0]);

  model.release('hold');
  expect((await old.result).text).toBe(
    'Skill: field-notes:take-notes\nVersion: 1.0.0\nAllowed tools: Read, Write\n\nNotes of edition 1.0.0.',
  );
  expect(told[0]).toContain('- field-notes:take-notes (version 1.0.0): Takes notes.');
  expect([first.leaseProvider.held, second.leaseProvider.held]).toEqual([0, 0]);

  const fresh = await session.spawnRun('go');
  await model.whenWaiting('hold', { signal: NEVER });
  model.release('hold');
  expect((await fresh.result).text).toContain('Notes of edition 2.0.0.');
});
