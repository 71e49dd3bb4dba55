import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PreparedCapability } from '../catalog/prepared-capability.js';
import { CapabilitySetError } from '../identity/capability-set-error.js';
import { CapabilityValue } from '../kinds/value.js';
import type { PackagedServerStart } from './package-adapters.js';
import { type PackageFolder, readPackageFolder } from './package-folder.js';
import { sessionBatch, snapshotBatch } from './session-batch.js';
import { snapshotPackages } from './use-snapshot.js';

const NEVER = new AbortController().signal;
const SERVER = { notebook: { command: 'node', args: ['server.js'], env: { B: '2', A: '1' } } };

let base = '';
let started: PackagedServerStart[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'changeover-snapshot-'));
  started = [];
});

afterEach(() => rm(base, { recursive: true, force: true }));

const adapters = {
  mcp: (start: PackagedServerStart) => ({
    prepare: async () => {
      started.push(start);
      const skill = { name: 'x', description: 'x', disableModelInvocation: false, content: '', tags: [] };
      return new PreparedCapability(CapabilityValue.skill({ ...skill, kind: 'instruction' }));
    },
  }),
};

interface Content {
  readonly name?: string;
  readonly version?: string;
  readonly servers?: unknown;
  readonly skill?: string;
}

async function putPackage(folder: string, content: Content = {}): Promise<string> {
  const root = join(base, folder);
  const { name = 'field-notes', version = '1.0.0', servers = SERVER, skill = 'take-notes' } = content;
  const files = {
    '.claude-plugin/plugin.json': JSON.stringify({ name, version }),
    '.mcp.json': JSON.stringify({ mcpServers: servers }),
    'skills/take-notes/SKILL.md': `---\nname: ${skill}\ndescription: Takes notes.\n---\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const read = (root: string): Promise<PackageFolder> => readPackageFolder(root, { signal: NEVER });
const snapshot = (packages: readonly PackageFolder[], generation = 1) =>
  snapshotPackages(packages, { generation, adapters });

describe('a snapshot', () => {
  it('names skills after their package, and servers as their configuration does', async () => {
    const { contributions } = snapshot([await read(await putPackage('a'))]);
    expect(contributions).toHaveLength(1);
    const [contribution] = contributions;
    expect(contribution?.source.id).toBe('use/field-notes');
    expect(contribution?.descriptors.map(({ id, publicName }) => [id.toString(), publicName])).toEqual([
      ['use/field-notes:skill:take-notes', 'field-notes:take-notes'],
      ['use/field-notes:mcp:notebook', 'notebook'],
    ]);
  });

  it('makes identifiers of names that are none', async () => {
    const root = await putPackage('a', {
      name: 'Feld_Notizen-für-Ägypten',
      servers: { 'Note.Book': { command: 'node' } },
      skill: 'Take Notes',
    });
    const { contributions } = snapshot([await read(root)]);
    expect(contributions[0]?.descriptors.map(({ id }) => id.toString())).toEqual([
      expect.stringMatching(/^use\/feld-notizen-f-r-gypten-[0-9a-f]{12}:skill:take-notes-[0-9a-f]{12}$/),
      expect.stringMatching(/:mcp:note-book-[0-9a-f]{12}$/),
    ]);
  });

  it('is equal for equal packages under one number, wherever they are', async () => {
    const first = snapshot([await read(await putPackage('a'))]);
    const copy = snapshot([await read(await putPackage('b'))]);
    const later = snapshot([await read(await putPackage('c'))], 2);
    const changed = snapshot([await read(await putPackage('d', { version: '1.0.1' }))]);
    expect(copy.useGeneration.equals(first.useGeneration)).toBe(true);
    expect(later.useGeneration.revision).toBe(first.useGeneration.revision);
    expect(later.useGeneration.equals(first.useGeneration)).toBe(false);
    expect(changed.useGeneration.revision).not.toBe(first.useGeneration.revision);
    expect(snapshotBatch(copy, 4).target.digest).toBe(snapshotBatch(first, 4).target.digest);
    expect(snapshotBatch(changed, 4).target.digest).not.toBe(snapshotBatch(first, 4).target.digest);
  });

  it('gives an item the digest of its own definition', async () => {
    const surfaces = async (folder: string, content: Content) => {
      const [contribution] = snapshot([await read(await putPackage(folder, content))]).contributions;
      return contribution?.descriptors.map(({ surfaceDigest }) => surfaceDigest) ?? [];
    };
    const [skill, server] = await surfaces('a', {});
    const reordered = { notebook: { env: { A: '1', B: '2' }, args: ['server.js'], command: 'node' } };
    expect(await surfaces('b', { version: '2.0.0', servers: reordered })).toEqual([skill, server]);
    const other = { notebook: { ...SERVER.notebook, env: { A: '2', B: '2' } } };
    const [sameSkill, otherServer] = await surfaces('c', { servers: other });
    expect([sameSkill, otherServer === server]).toEqual([skill, false]);
  });

  it('leaves out a package of which nothing was loaded', async () => {
    const root = join(base, 'empty');
    await mkdir(join(root, 'agents'), { recursive: true });
    await writeFile(join(root, 'agents', 'a.md'), '');
    const result = snapshot([await read(root)]);
    expect(result.contributions).toEqual([]);
    expect(snapshotBatch(result, 1).target.useGeneration?.equals(result.useGeneration)).toBe(true);
  });

  it('refuses two packages of one name, and two servers of one name, and names both sides', async () => {
    const [one, two] = [await read(await putPackage('a')), await read(await putPackage('b'))];
    expect(() => snapshot([one, two])).toThrow(
      expect.objectContaining({ code: 'duplicate-package', root: two.root, otherPath: one.root }),
    );
    const other = await read(await putPackage('c', { name: 'other' }));
    expect(() => snapshot([one, other])).toThrow(
      expect.objectContaining({
        code: 'name-conflict',
        root: other.root,
        otherPath: one.root,
        message: expect.stringContaining('field-notes and other both bring an MCP server notebook'),
      }),
    );
  });

  it('needs a number from 1', async () => {
    const folder = await read(await putPackage('a'));
    expect(() => snapshot([folder], 0)).toThrow(CapabilitySetError);
  });
});

describe('a batch of a snapshot', () => {
  it('is the complete next generation of a session', async () => {
    const result = snapshot([await read(await putPackage('a'))]);
    const batch = sessionBatch({ capabilityCatalogStamp: { generation: 6 } }, result);
    expect(batch.target.generation).toBe(7);
    expect(batch.size).toBe(2);
    expect(batch.leaseProvider).toBe(result.leaseProvider);
  });

  it('prepares skills as they were read and starts servers with their package', async () => {
    const root = await putPackage('a');
    const makers = [...snapshot([await read(root)]).adapters.values()];
    const prepared = await Promise.all(makers.map((make) => make().prepare({ signal: NEVER })));
    expect(prepared[0]?.value).toMatchObject({ kind: 'skill', skill: { name: 'field-notes:take-notes' } });
    expect(started).toMatchObject([
      { packageRoot: root, packageName: 'field-notes', config: { name: 'notebook', args: ['server.js'] } },
    ]);
  });

  it('starts nothing of a package that changed since it was read', async () => {
    const root = await putPackage('a');
    const makers = snapshot([await read(root)]).adapters;
    await writeFile(join(root, 'server.js'), 'something new');
    expect(makers.size).toBe(2);
    for (const make of makers.values()) {
      await expect(make().prepare({ signal: NEVER })).rejects.toMatchObject({
        code: 'changed-on-disk',
        path: 'server.js',
      });
    }
    expect(started).toEqual([]);
  });
});

describe('leases on a snapshot', () => {
  it('are counted, and each is released once', async () => {
    const { leaseProvider, useGeneration } = snapshot([await read(await putPackage('a'))]);
    const [first, second] = [
      await leaseProvider.acquire({ signal: NEVER }),
      await leaseProvider.acquire({ signal: NEVER }),
    ];
    expect(first.useGeneration).toBe(useGeneration);
    expect(leaseProvider.held).toBe(2);
    await first.release();
    await first.release();
    expect(leaseProvider.held).toBe(1);
    await second.release();
    expect(leaseProvider.held).toBe(0);
    await expect(leaseProvider.acquire({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'use-generation-lease',
    });
    expect(leaseProvider.held).toBe(0);
  });
});
