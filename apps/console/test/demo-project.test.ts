import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { McpAdapter } from '@changeover/capability-core/mcp';
import { type PackageFolder, readPackageFolder } from '@changeover/capability-core/registry';
import { describe, expect, it } from 'vitest';
import { readProject } from '../src/host/project/read-project.js';
import { DEMO } from './test-host.js';

const VARIABLES = {
  CHANGEOVER_NODE: process.execPath,
  CHANGEOVER_DEMO_SERVER: createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  ),
};

/** Time for a server that starts in less than a second where nothing else is done. */
const SERVER_TIMEOUT_MS = 20_000;

describe('the demonstration project', () => {
  it('holds packages that are read without a word, but for the one that is there to be spoken of', async () => {
    const folders = await readdir(join(DEMO, 'packages'));
    const read = await Promise.all(folders.sort().map(demoPackage));
    expect(read.map(({ name, version }) => `${name}-${version}`)).toEqual(folders);
    const spoken = read.filter(({ items }) => items.some(({ outcome }) => outcome !== 'loaded'));
    expect(spoken.map(({ name }) => name)).toEqual(['millers-almanac']);
  });

  it('has a package whose receipt says of each irregular leaf what became of it, where and why', async () => {
    const { items } = await demoPackage('millers-almanac-1.0.0');
    expect(items.map(({ kind, name, outcome }) => `${kind} ${name}: ${outcome}`).sort()).toEqual([
      'agent miller: loaded',
      'mcp village-bell: skipped',
      'skill Rules of the Wheel: loaded-with-diagnostics',
      'skill feed-the-cat: skipped',
      'skill mending-sluices: loaded-with-diagnostics',
      'skill old-sayings: skipped',
      'skill read-the-sky: loaded',
      'skill when-it-floods: loaded-with-diagnostics',
    ]);
    for (const { path, outcome, diagnostics } of items) {
      expect(diagnostics.length > 0).toBe(outcome !== 'loaded');
      expect(diagnostics.every((diagnostic) => diagnostic.path === path)).toBe(true);
    }
  });

  it('has an upgrade that changes one skill, adds one and leaves one as it was', async () => {
    const [pencil, ink] = await Promise.all(['field-notes-1.0.0', 'field-notes-1.1.0'].map(demoPackage));
    expect(skillDigests(ink)).toEqual({
      'know-a-heron': skillDigests(pencil)['know-a-heron'],
      'note-the-weather': expect.any(String),
      'take-notes': expect.not.stringMatching(String(skillDigests(pencil)['take-notes'])),
    });
    expect(Object.keys(skillDigests(pencil))).toEqual(['know-a-heron', 'take-notes']);
  });

  it('has rehearsals in the order in which the tutorial tells of them', async () => {
    const { rehearsals } = await readProject(DEMO);
    expect(rehearsals.map(({ title }) => title)).toEqual([
      'Hold the notebook',
      'Take one note',
      'Look up a skill',
      'Wait for the heron',
    ]);
  });
});

describe('the servers of the demonstration project', () => {
  it('are the real server after the wait that their package asks for', async () => {
    const tools = await toolsOf('heron-watch-1.0.0', 'hide', { HERON_COMES_AFTER_MS: '10' });
    expect(tools).toContain('get-env');
  });

  it('are ready at once where nothing is wrong', async () => {
    expect(await toolsOf('mill-gauge-1.0.0', 'wheel')).toEqual(['count-turns']);
  });

  it('say why they cannot be started', async () => {
    await expect(toolsOf('mill-gauge-1.0.0', 'gauge')).rejects.toMatchObject({
      code: 'server-exited',
      message: expect.stringContaining('the gauge has no float'),
    });
  });
});

function demoPackage(name: string): Promise<PackageFolder> {
  return readPackageFolder(join(DEMO, 'packages', name), {
    signal: AbortSignal.timeout(SERVER_TIMEOUT_MS),
    variables: Object.keys(VARIABLES),
  });
}

function skillDigests(read: PackageFolder | undefined): Record<string, string> {
  return Object.fromEntries(read?.skills.map(({ skill, digest }) => [skill.name, digest]) ?? []);
}

/** Starts a server as a batch does, asks for its tools, and ends it. */
async function toolsOf(
  name: string,
  server: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { root, servers } = await demoPackage(name);
  const config = servers.find((candidate) => candidate.config.name === server)?.config;
  if (config === undefined) throw new Error(`There is no server ${server} in ${name}`);
  const adapter = new McpAdapter({
    config: { ...config, env: { ...config.env, ...env } },
    environment: {
      variables: { ...VARIABLES, CLAUDE_PLUGIN_ROOT: root },
      inherited: { PATH: process.env['PATH'] ?? '' },
      cwd: root,
    },
  });
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  const prepared = await adapter.prepare({ signal });
  try {
    if (prepared.value.kind !== 'mcp') throw new Error(`${server} is no server`);
    return prepared.value.binding.tools.map(({ name: tool }) => tool);
  } finally {
    for (const effect of prepared.takeEffects()) await effect.close({ signal });
  }
}
