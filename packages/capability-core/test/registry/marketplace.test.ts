import { createHash } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PackageRegistry, PackageSource } from '../../src/registry/index.js';
import { ARCHIVE_FETCH_TIMEOUT_MS, MAX_MARKETPLACE_BYTES } from '../../src/registry/limits.js';
import { ManualClock } from '../../src/testing/index.js';
import { entriesOf, tgz, zip } from './archive-builders.js';
import { serveLocally } from './local-server.js';
import { serveNpmPackage } from './npm-registry.js';
import { edition, NEVER, openRegistry, putFiles, temporaryFolder } from './registry-builders.js';

const options = { signal: NEVER };
const SKILL = '---\nname: take-notes\ndescription: Takes notes.\n---\nWrite.\n';
const PLACE = '.claude-plugin/marketplace.json';

async function newRegistry(more: Parameters<typeof openRegistry>[1] = {}): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'), more);
}

/** A marketplace in a folder, with one plugin. */
async function marketplace(entry: object, files: Record<string, string> = {}, place = PLACE) {
  const text = JSON.stringify({
    name: 'market',
    owner: {},
    plugins: [{ name: 'notes', ...entry }, 'broken'],
  });
  return putFiles(join(await temporaryFolder(), 'market'), { ...files, [place]: text });
}

const below = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
const notes = (path: string): PackageSource => ({ type: 'marketplace', path, plugin: 'notes' });

const expectNothingLeft = async ({ root }: PackageRegistry) => {
  for (const folder of ['incoming', 'content']) expect(await readdir(join(root, folder))).toEqual([]);
};

async function refusal(source: PackageSource, code: string) {
  const registry = await newRegistry();
  const error = await registry.install(source, options).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PackageError', code });
  await expectNothingLeft(registry);
  return error;
}

describe('a plugin in the folder of its marketplace', () => {
  test.each([
    PLACE,
    '.agents/plugins/marketplace.json',
    '.github/plugin/marketplace.json',
    'marketplace.json',
  ])('is stored as it is, and remembered by the marketplace at %s', async (place) => {
    const root = await marketplace(
      { source: './plugins/notes' },
      below('plugins/notes', edition('1.0.0')),
      place,
    );
    const registry = await newRegistry();
    const file = join(root, place);
    const stored = await registry.install(notes(file), options);
    expect(stored).toMatchObject({ name: 'field-notes', source: notes(file), fileCount: 2 });
    if (place !== 'marketplace.json') await registry.install(notes(root), options);
    await registry.close();
    const again = await openRegistry(registry.root);
    expect(again.version(stored.digest)?.sources).toEqual([notes(file)]);
  });

  test('may be named as local is elsewhere', async () => {
    const source = { source: 'local', path: './notes' };
    const root = await marketplace({ source }, below('notes', edition('1.0.0')));
    expect((await (await newRegistry()).install(notes(root), options)).name).toBe('field-notes');
  });

  test('gets a manifest of its entry where it has none, and keeps its folder as it was', async () => {
    const entry = { source: './notes', version: '3.0.0', skills: ['./extra'], category: 'kept' };
    const files = {
      'skills/take-notes/SKILL.md': SKILL,
      'extra/more/SKILL.md': SKILL.replace('take-notes', 'more'),
    };
    const root = await marketplace(entry, below('notes', files));
    const registry = await newRegistry();
    const stored = await registry.install(notes(root), options);
    expect(stored).toMatchObject({ name: 'notes', version: '3.0.0', fileCount: 3 });
    expect(stored.skills.map(({ skill }) => skill.name)).toEqual(['more', 'take-notes']);
    expect(await readdir(join(root, 'notes'))).toEqual(['extra', 'skills']);
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
    const text = await readFile(join(stored.root, '.claude-plugin/plugin.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      name: 'notes',
      version: '3.0.0',
      skills: ['./extra'],
      category: 'kept',
    });
  });

  test('is what its entry says where that is everything, also in the folder of the marketplace itself', async () => {
    const root = await marketplace({ source: './', strict: false, version: '9' }, edition('1.0.0'));
    const stored = await (await newRegistry()).install(notes(root), options);
    expect(stored).toMatchObject({ name: 'notes', version: '9' });
    expect(await readFile(join(root, '.claude-plugin/plugin.json'), 'utf8')).toContain('field-notes');
  });

  test('is refused by the name of its marketplace where the entry makes no sound manifest', async () => {
    const root = await marketplace(
      { source: './notes', skills: '../up' },
      below('notes', { 'SKILL.md': SKILL }),
    );
    const called = `notes of ${join(root, PLACE)}`;
    expect(await refusal(notes(root), 'invalid-manifest')).toMatchObject({
      root: called,
      message: expect.stringContaining(called),
    });
  });

  test.each(['./../outside', './way', './plugins/../../outside'])(
    'is not looked for outside of it: %s',
    async (source) => {
      const root = await marketplace({ source });
      await putFiles(join(root, '../outside'), edition('1.0.0'));
      await symlink('../outside', join(root, 'way'));
      expect(await refusal(notes(root), 'entry-outside')).toMatchObject({ path: source });
    },
  );
});

describe('a plugin from elsewhere', () => {
  test('is fetched by npm, and named by its entry where it has no manifest', async () => {
    const manifest = JSON.stringify({ name: 'npm-notes', version: '1.0.0' });
    const files = { 'package.json': manifest, 'SKILL.md': SKILL };
    const tarball = await tgz(entriesOf(files, 'package/'));
    await serveNpmPackage({ name: 'npm-notes', version: '1.0.0', tarball });
    const root = await marketplace({ source: { source: 'npm', package: 'npm-notes' } });
    const stored = await (await newRegistry()).install(notes(root), options);
    expect(stored).toMatchObject({ name: 'notes', fileCount: 3, source: notes(join(root, PLACE)) });
  });

  test.each([
    ['github', { source: 'github', repo: 'owner/notes' }],
    ['url', { source: 'url', url: 'https://example.org/notes.git' }],
    ['git-subdir', { source: 'git-subdir', url: 'https://example.org/a.git', path: 'notes' }],
    ['command', { source: 'command', command: 'touch trap' }],
    ['registry', { source: 'npm', package: 'notes', registry: 'https://example.org' }],
    ['sha256', { source: 'archive', url: 'https://example.org/notes.zip' }],
    ['sha256', { source: 'archive', url: 'https://example.org/notes.zip', sha256: 'abc' }],
    ['file:', { source: 'archive', url: 'file:///etc/notes.zip', sha256: 'a'.repeat(64) }],
    ['notes', 'notes'],
    ['../outside', '../outside'],
    ['https', 'https://example.org/notes.git'],
    ['null', null],
    ['nothing', undefined],
  ])('is refused by name where nothing here fetches it: %s', async (named, source) => {
    const error = await refusal(notes(await marketplace({ source })), 'unsupported-source');
    expect(String(error)).toContain(named);
  });

  test('is never asked of npm by what is no name', async () => {
    const source = { source: 'npm', package: '../notes' };
    await refusal(notes(await marketplace({ source })), 'invalid-source');
  });
});

describe('an archive of a marketplace', () => {
  const bytes = zip(entriesOf(edition('1.0.0'), 'notes-1.0/'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');

  const serve = async ({ isSilent = false, content = bytes } = {}) =>
    serveLocally((request, response) => {
      if (isSilent) response.writeHead(200).write(bytes.subarray(0, 10));
      else if (request.url === '/notes.zip?token=secret') response.end(content);
      else response.writeHead(404).end();
    });

  const entry = (origin: string, more: object = {}) => ({
    source: { source: 'archive', url: `${origin}/notes.zip?token=secret`, sha256, ...more },
  });

  test('is fetched, and is what the marketplace says it is', async () => {
    const { origin } = await serve();
    const root = await marketplace(entry(origin, { sha256: sha256.toUpperCase() }));
    const registry = await newRegistry({ limits: { maxBytes: bytes.length } });
    expect((await registry.install(notes(root), options)).source).toEqual(notes(join(root, PLACE)));
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('is refused when its bytes are others, too many, or not there', async () => {
    const { origin } = await serve();
    const other = await refusal(
      notes(await marketplace(entry(origin, { sha256: 'a'.repeat(64) }))),
      'digest-mismatch',
    );
    expect(other).toMatchObject({
      root: `${origin}/notes.zip`,
      message: expect.not.stringContaining('secret'),
    });
    const gone = await refusal(
      notes(await marketplace(entry(origin, { url: `${origin}/gone` }))),
      'fetch-failed',
    );
    expect(String(gone)).toContain('the server answers 404');
    const registry = await newRegistry({ limits: { maxBytes: bytes.length - 1 } });
    const installing = registry.install(notes(await marketplace(entry(origin))), options);
    await expect(installing).rejects.toMatchObject({ code: 'byte-limit-exceeded', limit: bytes.length - 1 });
    await expectNothingLeft(registry);
  });

  test('is refused with a name or a password in its address, neither of which is told', async () => {
    const url = 'https://ada:lovelace@example.org/notes.zip';
    const error = await refusal(
      notes(await marketplace({ source: { source: 'archive', url, sha256 } })),
      'unsupported-source',
    );
    expect(String(error)).toContain('example.org');
    expect(String(error)).not.toMatch(/ada|lovelace/);
  });

  test('leaves no connection open when the answer that refuses it never ends', async () => {
    let ended = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const { origin } = await serveLocally((_request, response) => {
      response.on('close', ended).writeHead(404).write('no such archive');
    });
    await refusal(notes(await marketplace(entry(origin))), 'fetch-failed');
    await closed;
  });

  test('is not waited for any longer than two minutes, nor when that is cancelled', async () => {
    const clock = new ManualClock();
    const registry = await newRegistry({ clock });
    const late = await serve({ isSilent: true });
    const installing = registry.install(notes(await marketplace(entry(late.origin))), options);
    await late.asked;
    await clock.advance(ARCHIVE_FETCH_TIMEOUT_MS - 1);
    expect(await Promise.race([installing, Promise.resolve('waiting')])).toBe('waiting');
    await clock.advance(1);
    await expect(installing).rejects.toMatchObject({ code: 'fetch-failed' });
    await expect(installing).rejects.toThrow('no answer within 120 seconds');
    const controller = new AbortController();
    const { origin, asked } = await serve({ isSilent: true });
    const cancelled = registry.install(notes(await marketplace(entry(origin))), controller);
    await asked;
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(clock.pendingTimers).toBe(0);
    await expectNothingLeft(registry);
  });

  test('whose place for a manifest is a link is refused, and nothing is written through it', async () => {
    const link = { path: '.claude-plugin', mode: 0o120777, text: 'skills' };
    const hostile = zip([...entriesOf({ 'skills/take-notes/SKILL.md': SKILL }), link]);
    const { origin } = await serve({ content: hostile });
    const own = createHash('sha256').update(hostile).digest('hex');
    const root = await marketplace(entry(origin, { sha256: own }));
    expect(await refusal(notes(root), 'unsupported-entry')).toMatchObject({ path: '.claude-plugin' });
  });
});

describe('a marketplace is refused', () => {
  test('that is not there, or does not have the plugin', async () => {
    const root = await marketplace({ source: './' });
    await refusal({ type: 'marketplace', path: root, plugin: 'other' }, 'unknown-plugin');
    await refusal(notes(await temporaryFolder()), 'missing');
    await refusal(notes(await marketplace({ source: './gone' })), 'missing');
  });

  test.each([
    ['{\n"plugins": [\n', { line: 3 }],
    ['[]', {}],
    ['{"plugins": {"notes": {}}}', {}],
    ['{"plugins": [{"name": "notes"}, {"name": "notes"}]}', {}],
  ])('that says nothing, or two things: %s', async (text, details) => {
    const root = await marketplace({});
    await writeFile(join(root, PLACE), text);
    expect(await refusal(notes(root), 'invalid-marketplace')).toMatchObject(details);
  });

  test('that has more than four MiB', async () => {
    const root = await marketplace({ source: './' }, edition('1.0.0'));
    const file = join(root, PLACE);
    const text = await readFile(file, 'utf8');
    await rm(file);
    await putFiles(root, { 'market.json': text.padEnd(MAX_MARKETPLACE_BYTES) });
    const registry = await newRegistry({ limits: { maxBytes: 2 * MAX_MARKETPLACE_BYTES } });
    expect((await registry.install(notes(join(root, 'market.json')), options)).name).toBe('field-notes');
    await writeFile(join(root, 'market.json'), text.padEnd(MAX_MARKETPLACE_BYTES + 1));
    expect(await refusal(notes(join(root, 'market.json')), 'byte-limit-exceeded')).toMatchObject({
      limit: MAX_MARKETPLACE_BYTES,
    });
  });
});

test.each<object>([
  {},
  { type: 'git', path: '/notes' },
  { type: 'folder' },
  { type: 'npm', name: 'notes' },
  { type: 'marketplace', path: '/notes' },
])('a source that is none is refused: %j', async (source) => {
  await refusal(source as PackageSource, 'invalid-source');
});
