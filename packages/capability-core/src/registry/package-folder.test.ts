import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PACKAGE_VERSION_BYTES } from '../identity/limits.js';
import { DEFAULT_PACKAGE_LIMITS, MAX_PACKAGE_NAME_BYTES, type PackageLimits } from './limits.js';
import { PackageFiles } from './package-files.js';
import { type PackageFolder, readPackageFolder } from './package-folder.js';
import { PackageReader } from './package-reader.js';

const NEVER = new AbortController().signal;
const SKILL = '---\nname: take-notes\ndescription: Takes notes.\n---\nWrite it down.\n';
const SERVERS = JSON.stringify({ mcpServers: { notebook: { command: 'node' } } });
const HOOKS = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: './stop.sh' }] }] } });
const MANIFEST = JSON.stringify({ name: 'field-notes', version: '1.0.0', author: { name: 'kept' } });

let base = '';
let root = '';

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'changeover-package-'));
  root = join(base, 'Field Notes');
  await mkdir(root);
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function put(path: string, content: string | Buffer = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function putPackage(): Promise<void> {
  await put('.claude-plugin/plugin.json', MANIFEST);
  await put('skills/take-notes/SKILL.md', SKILL);
  await put('.mcp.json', SERVERS);
}

const read = (limits: Partial<PackageLimits> = {}, folder = root): Promise<PackageFolder> =>
  readPackageFolder(folder, { signal: NEVER, limits });

function refusal(code: string, details: Record<string, unknown> = {}) {
  return expect.objectContaining({ name: 'PackageError', code, ...details });
}

describe('a package folder', () => {
  it('is read with its manifest, skills and servers, each with a receipt', async () => {
    await putPackage();
    const folder = await read();
    expect(folder).toMatchObject({ name: 'field-notes', version: '1.0.0', format: 'claude-code-plugin' });
    expect(folder.skills.map(({ skill }) => skill)).toEqual([
      {
        name: 'take-notes',
        description: 'Takes notes.',
        content: 'Write it down.',
        disableModelInvocation: false,
        kind: 'instruction',
        tags: [],
      },
    ]);
    expect(folder.servers.map(({ config }) => config.name)).toEqual(['notebook']);
    expect(folder.items).toEqual([
      {
        kind: 'skill',
        name: 'take-notes',
        path: 'skills/take-notes/SKILL.md',
        outcome: 'loaded',
        diagnostics: [],
      },
      { kind: 'mcp', name: 'notebook', path: '.mcp.json', outcome: 'loaded', diagnostics: [] },
    ]);
  });

  it('bears the folder name and a version of its content where there is no manifest', async () => {
    await put('SKILL.md', SKILL);
    const folder = await read();
    expect(folder.name).toBe('Field Notes');
    expect(folder.version).toBe(`0.0.0-${folder.digest.slice(7, 19)}`);
  });

  it('may have names up to their limits', async () => {
    const [name, version] = ['n'.repeat(MAX_PACKAGE_NAME_BYTES), '1'.repeat(MAX_PACKAGE_VERSION_BYTES)];
    await put('.claude-plugin/plugin.json', JSON.stringify({ name, version }));
    expect(await read()).toMatchObject({ name, version, items: [] });
  });

  it('needs a manifest where its folder has an unusable name', async () => {
    root = join(base, 'a:b');
    await put('SKILL.md', SKILL);
    await expect(read()).rejects.toEqual(refusal('unsafe-name', { root }));
  });

  it('finds the skills and servers that its manifest names besides the usual places', async () => {
    const manifest = { name: 'more', skills: ['./extra/', './single'], mcpServers: './servers.json' };
    await put('.claude-plugin/plugin.json', JSON.stringify(manifest));
    await put('extra/one/SKILL.md', SKILL.replace('take-notes', 'one'));
    await put('single/SKILL.md', SKILL.replace('take-notes', 'single'));
    await put('skills/two/SKILL.MD', SKILL.replace('take-notes', 'two'));
    await put('elsewhere/three/SKILL.md', SKILL);
    await put('servers.json', JSON.stringify({ flat: { command: 'node' } }));
    const folder = await read();
    expect(folder.skills.map(({ skill }) => skill.name)).toEqual(['one', 'single', 'two']);
    expect(folder.servers.map(({ config }) => config.name)).toEqual(['flat']);
  });

  it('names what it does not load', async () => {
    await put('skills/broken/SKILL.md', 'no front matter');
    await put('agents/reviewer.md', 'x');
    await put('commands/git/commit.md', '');
    await put('hooks/hooks.json', HOOKS);
    await put('.mcp.json', '{\n"a": {},,');
    const { items } = await read();
    expect(items.map(({ kind, name, outcome }) => [kind, name, outcome])).toEqual([
      ['skill', 'broken', 'skipped'],
      ['mcp', '.mcp.json', 'skipped'],
      ['agent', 'reviewer', 'skipped'],
      ['command', 'git:commit', 'skipped'],
      ['hook', 'Stop 1', 'skipped'],
    ]);
    expect(items[1]?.diagnostics[0]).toMatchObject({ path: '.mcp.json', line: 2 });
  });

  it('names what its manifest has elsewhere and nobody loads', async () => {
    const skills = ['./skills/', './more//./', './nowhere/', './'];
    await put(
      '.claude-plugin/plugin.json',
      JSON.stringify({ name: 'notes', skills, agents: [], hooks: './h.json' }),
    );
    await put('skills/take-notes/SKILL.md', SKILL);
    await put('more/keep/SKILL.md', SKILL.replace('take-notes', 'keep'));
    const { items } = await read();
    expect(items.map(({ kind, name, path, outcome }) => [kind, name, path, outcome])).toEqual([
      ['skill', 'keep', 'more/keep/SKILL.md', 'loaded'],
      ['skill', 'take-notes', 'skills/take-notes/SKILL.md', 'loaded'],
      ['manifest', 'nowhere', '.claude-plugin/plugin.json', 'skipped'],
      ['manifest', './', '.claude-plugin/plugin.json', 'skipped'],
      ['hook', 'h.json', 'h.json', 'skipped'],
    ]);
  });

  it('names the hooks of the usual file and of its manifest, wherever they are', async () => {
    await put('hooks/hooks.json', HOOKS);
    await put('more.json', HOOKS);
    const paths = async (hooks: unknown) => {
      await put('.claude-plugin/plugin.json', JSON.stringify({ name: 'notes', hooks }));
      return (await read()).items.map(({ name, path }) => [name, path]);
    };
    const usual = ['Stop 1', 'hooks/hooks.json'];
    expect(await paths('./more.json')).toEqual([usual, ['Stop 1', 'more.json']]);
    expect(await paths(['./hooks/hooks.json', './more.json'])).toEqual([usual, ['Stop 1', 'more.json']]);
    expect(await paths(JSON.parse(HOOKS))).toEqual([usual, ['Stop 1', '.claude-plugin/plugin.json']]);
    await expect(paths(3)).rejects.toEqual(refusal('invalid-manifest'));
  });

  it('names what its configuration says twice, of which the last counts', async () => {
    await put('.claude-plugin/plugin.json', '{\n"name": "notes", "version": "1",\n"version": "2" }');
    await put('.mcp.json', '{"mcpServers": {"a": {"command": "one"},\n"a": {"command": "two"}}}');
    const { items, version, servers } = await read();
    expect([version, ...servers.map(({ config }) => config.command)]).toEqual(['2', 'two']);
    expect(items).toMatchObject([
      { kind: 'mcp', name: 'a', outcome: 'loaded' },
      {
        kind: 'manifest',
        outcome: 'loaded-with-diagnostics',
        diagnostics: [{ path: '.claude-plugin/plugin.json', line: 3 }],
      },
      { kind: 'manifest', outcome: 'loaded-with-diagnostics', diagnostics: [{ path: '.mcp.json', line: 2 }] },
    ]);
  });

  it('is read in time that grows with the length of the paths in its manifest alone', async () => {
    const skills = `./${'/'.repeat(200_000)}skills`;
    await put('.claude-plugin/plugin.json', JSON.stringify({ name: 'notes', skills }));
    await put('skills/take-notes/SKILL.md', SKILL);
    expect((await read()).items).toMatchObject([{ name: 'take-notes', outcome: 'loaded' }]);
  });

  it('loads none of two items of one name, and each names the other', async () => {
    await put('skills/a/SKILL.md', SKILL);
    await put('skills/b/SKILL.md', SKILL);
    const { skills, items } = await read();
    expect(skills).toEqual([]);
    for (const { diagnostics } of items) {
      expect(diagnostics.at(-1)?.reason).toContain('skills/a/SKILL.md, skills/b/SKILL.md');
    }
  });

  it('executes nothing', async () => {
    const trap = join(base, 'trap');
    const mcp = { trap: { command: 'touch', args: [trap] } };
    await put('.mcp.json', JSON.stringify(mcp));
    await put('skills/x/SKILL.md', `---js\nrequire('fs').writeFileSync('${trap}', '')\n---\n`);
    await read();
    expect(() => execFileSync('cat', [trap], { stdio: 'pipe' })).toThrow(/No such file/);
  });
});

describe('the content digest', () => {
  it('is that of the content alone', async () => {
    await putPackage();
    const first = await read();
    const elsewhere = join(base, 'copy');
    execFileSync('cp', ['-r', root, elsewhere]);
    await mkdir(join(elsewhere, '.git'));
    await writeFile(join(elsewhere, '.git', 'HEAD'), 'x');
    expect((await read({}, elsewhere)).digest).toBe(first.digest);
  });

  it.each([
    ['bytes', () => put('skills/take-notes/SKILL.md', `${SKILL} `)],
    ['a new file', () => put('notes.txt')],
    ['a name', () => put('.mcp.json2')],
    ['a removed file', () => rm(join(root, '.mcp.json'))],
    ['the right to execute', () => chmod(join(root, '.mcp.json'), 0o755)],
  ])('changes with %s, and verify says which file', async (_what, change) => {
    await putPackage();
    await chmod(join(root, '.mcp.json'), 0o644);
    const folder = await read();
    await folder.verify({ signal: NEVER });
    await change();
    expect((await read()).digest).not.toBe(folder.digest);
    await expect(folder.verify({ signal: NEVER })).rejects.toEqual(
      refusal('changed-on-disk', { path: expect.any(String) }),
    );
  });

  it('is refused by verify when the folder is gone', async () => {
    await putPackage();
    const folder = await read();
    await expect(folder.verify({ signal: AbortSignal.abort() })).rejects.toEqual(refusal('cancelled'));
    await rm(root, { recursive: true });
    await expect(folder.verify({ signal: NEVER })).rejects.toEqual(refusal('changed-on-disk'));
  });
});

describe('a folder that is no package', () => {
  it('is refused with the reason', async () => {
    await expect(read()).rejects.toEqual(refusal('not-a-package', { root }));
    await expect(read({}, join(base, 'none'))).rejects.toEqual(refusal('missing'));
    await put('file', 'x');
    await expect(read({}, join(root, 'file'))).rejects.toEqual(refusal('not-a-folder'));
    await expect(read({}, join(root, 'file', 'below'))).rejects.toEqual(refusal('not-a-folder'));
    await symlink('loop', join(base, 'loop'));
    await expect(read({}, join(base, 'loop'))).rejects.toEqual(refusal('unreadable'));
  });

  it.each([
    ['{"name": }', {}],
    ['{\n"name": "a",\n', { line: 3 }],
    ['{}', {}],
    ['[]', {}],
    ['{"name":" padded"}', {}],
    ['{"name":"with:colon"}', {}],
    [`{"name":"${'n'.repeat(MAX_PACKAGE_NAME_BYTES + 1)}"}`, {}],
    [`{"name":"a","version":"${'1'.repeat(MAX_PACKAGE_VERSION_BYTES + 1)}"}`, {}],
    ['{"name":"a","skills":"../outside"}', {}],
    ['{"name":"a","version":3}', { message: expect.stringContaining('version') }],
  ])('is refused with the manifest %s', async (manifest, details) => {
    await put('.claude-plugin/plugin.json', manifest);
    await expect(read()).rejects.toEqual(
      refusal('invalid-manifest', { path: '.claude-plugin/plugin.json', ...details }),
    );
  });

  it('is not read further when that is cancelled while its skills are read', async () => {
    const controller = new AbortController();
    for (let index = 0; index < 50; index += 1) {
      await put(`skills/s${index}/SKILL.md`, SKILL.replace('take-notes', `s${index}`));
    }
    const files = await PackageFiles.scan(root, DEFAULT_PACKAGE_LIMITS, controller);
    const limits = DEFAULT_PACKAGE_LIMITS;
    const reading = { limits, variables: new Set<string>(), firstArgument: 0, folderName: 'x' } as const;
    const reader = new PackageReader(files, { ...reading, signal: controller.signal });
    const result = reader.read();
    controller.abort();
    await expect(result).rejects.toEqual(refusal('cancelled'));
  });

  it('is not read further when that is cancelled', async () => {
    await putPackage();
    await expect(readPackageFolder(root, { signal: AbortSignal.abort() })).rejects.toEqual(
      refusal('cancelled'),
    );
  });
});

describe('links and names', () => {
  it('reads a link to a file of the package as that file', async () => {
    await putPackage();
    await symlink('../skills/take-notes/SKILL.md', join(root, '.claude-plugin', 'linked.md'));
    const { files } = await read();
    const digestOf = (path: string) => files.find((file) => file.path === path)?.digest;
    expect(digestOf('.claude-plugin/linked.md')).toBe(digestOf('skills/take-notes/SKILL.md'));
  });

  it('refuses links that leave it, links to folders, broken links and pipes', async () => {
    await putPackage();
    await writeFile(join(base, 'secret'), 'x');
    const entry = join(root, 'entry');
    await symlink('../secret', entry);
    await expect(read()).rejects.toEqual(refusal('link-outside', { path: 'entry' }));
    await rm(entry);
    await symlink('skills', entry);
    await expect(read()).rejects.toEqual(refusal('unsupported-entry', { path: 'entry' }));
    await rm(entry);
    await symlink('nothing', entry);
    await expect(read()).rejects.toEqual(refusal('unreadable', { path: 'entry' }));
    await rm(entry);
    execFileSync('mkfifo', [entry]);
    await expect(read()).rejects.toEqual(refusal('unsupported-entry', { path: 'entry' }));
  });

  it('refuses names that are one where case does not count, and names that mislead', async () => {
    await putPackage();
    await put('Notes.md');
    await put('notes.md');
    await expect(read()).rejects.toEqual(
      refusal('case-collision', { path: 'notes.md', otherPath: 'Notes.md' }),
    );
    await rm(join(root, 'Notes.md'));
    await put('a\nb');
    await expect(read()).rejects.toEqual(refusal('unsafe-name', { path: 'a\nb' }));
  });
});

describe('servers in the manifest', () => {
  it('are all there, whatever they are named', async () => {
    await put('.claude-plugin/plugin.json', '{"name":"p","mcpServers":{"__proto__":{"command":"x"},"b":{}}}');
    const { items, servers } = await read();
    expect(servers.map(({ config }) => config.name)).toEqual(['__proto__']);
    expect(items.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['__proto__', 'loaded'],
      ['b', 'skipped'],
    ]);
  });
});

describe('limits', () => {
  const total = Buffer.byteLength(MANIFEST + SKILL + SERVERS);

  it('are met exactly and not exceeded', async () => {
    await putPackage();
    expect((await read({ maxFiles: 3 })).files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total);
    await expect(read({ maxFiles: 2 })).rejects.toEqual(refusal('file-limit-exceeded', { limit: 2 }));
    expect((await read({ maxBytes: total })).skills).toHaveLength(1);
    await expect(read({ maxBytes: total - 1 })).rejects.toEqual(refusal('byte-limit-exceeded'));
    expect((await read({ maxDepth: 2 })).skills).toHaveLength(1);
    await expect(read({ maxDepth: 1 })).rejects.toEqual(refusal('depth-limit-exceeded', { limit: 1 }));
  });

  it('bound folders like files, empty ones too', async () => {
    await putPackage();
    for (const name of ['one', 'two']) await mkdir(join(root, name));
    const folders = ['.claude-plugin', 'skills', 'skills/notes', 'one', 'two'].length;
    expect((await read({ maxFiles: folders })).skills).toHaveLength(1);
    await expect(read({ maxFiles: folders - 1 })).rejects.toEqual(
      refusal('file-limit-exceeded', { path: 'two', limit: folders - 1 }),
    );
  });

  it('skip a skill or a configuration that is too large, and refuse a manifest that is', async () => {
    await putPackage();
    const bytes = Buffer.byteLength(SKILL);
    expect((await read({ maxSkillBytes: bytes })).skills).toHaveLength(1);
    expect((await read({ maxSkillBytes: bytes - 1 })).items[0]?.outcome).toBe('skipped');
    await expect(read({ maxManifestBytes: 20 })).rejects.toEqual(refusal('byte-limit-exceeded'));
    await rm(join(root, '.claude-plugin'), { recursive: true });
    expect((await read({ maxManifestBytes: 20 })).items[1]?.outcome).toBe('skipped');
  });
});
