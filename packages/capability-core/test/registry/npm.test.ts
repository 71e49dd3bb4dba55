import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PackageRegistry } from '../../src/registry/index.js';
import { NPM_TIMEOUT_MS } from '../../src/registry/limits.js';
import { ManualClock } from '../../src/testing/index.js';
import { entriesOf, tgz } from './archive-builders.js';
import { type NpmShelf, serveNpmPackage } from './npm-registry.js';
import { edition, NEVER, openRegistry, temporaryFolder } from './registry-builders.js';

const options = { signal: NEVER };
const name = '@notes/field-notes';
const wanted = { type: 'npm', name, version: '1.2.3' } as const;

async function shelf(more: Partial<NpmShelf> = {}): Promise<NpmShelf> {
  const manifest = JSON.stringify({ name, version: '1.2.3' });
  const files = { ...edition('1.0.0'), 'package.json': manifest };
  return { name, version: '1.2.3', tarball: await tgz(entriesOf(files, 'package/')), ...more };
}

async function newRegistry(more: Parameters<typeof openRegistry>[1] = {}): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'), more);
}

const expectNothingLeft = async ({ root }: PackageRegistry) => {
  for (const folder of ['incoming', 'content']) expect(await readdir(join(root, folder))).toEqual([]);
};

describe('a package of an npm registry', () => {
  test('is fetched by npm with the settings of its user, and remembered with its version', async () => {
    const { requests } = await serveNpmPackage(await shelf());
    const registry = await newRegistry();
    const stored = await registry.install({ ...wanted, version: '^1.0.0' }, options);
    expect(stored).toMatchObject({ name: 'field-notes', fileCount: 3, source: wanted });
    expect(new Set(requests)).toEqual(new Set([`/${name}`, '/tarball.tgz']));
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
    await registry.close();
    const again = await openRegistry(registry.root);
    expect(again.version(stored.digest)?.sources).toEqual([wanted]);
  });

  test('is fetched from there also when the project that the registry lies in names another place', async () => {
    await serveNpmPackage(await shelf());
    const project = await temporaryFolder();
    const workspaces = ['**'];
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', workspaces }));
    const nowhere = 'http://127.0.0.1:1/';
    await writeFile(join(project, '.npmrc'), `registry=${nowhere}\n@notes:registry=${nowhere}\n`);
    const registry = await openRegistry(join(project, 'registry'));
    expect(await registry.install(wanted, options)).toMatchObject({ source: wanted, fileCount: 3 });
  });

  test('runs no script by being installed, and is named without its scope', async () => {
    const trap = join(await temporaryFolder(), 'trap');
    const scripts = Object.fromEntries(
      ['prepare', 'prepack', 'postpack', 'preinstall', 'install', 'postinstall'].map((script) => [
        script,
        `touch ${trap}`,
      ]),
    );
    const files = {
      'SKILL.md': '---\ndescription: Says hello.\n---\nHello.\n',
      'package.json': JSON.stringify({ name, version: '1.2.3', scripts }),
    };
    await serveNpmPackage(await shelf({ tarball: await tgz(entriesOf(files, 'package/')) }));
    expect((await (await newRegistry()).install(wanted, options)).name).toBe('field-notes');
    await expect(stat(trap)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that the registry does not have is refused in the words of npm', async () => {
    await serveNpmPackage(await shelf());
    const registry = await newRegistry();
    const other = registry.install({ ...wanted, name: 'no-such-notes' }, options);
    await expect(other).rejects.toMatchObject({ code: 'npm-failed', root: 'no-such-notes@1.2.3' });
    await expect(other).rejects.toThrow('E404');
    await expectNothingLeft(registry);
  });

  test('is refused when it is not what the registry says it is', async () => {
    const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
    await serveNpmPackage(await shelf({ integrity }));
    const registry = await newRegistry();
    await expect(registry.install(wanted, options)).rejects.toThrow('EINTEGRITY');
    await expectNothingLeft(registry);
  });

  test('is held to what holds for any archive, and refused by its own name', async () => {
    const hostile = [...entriesOf(edition('1.0.0'), 'package/'), { path: '../outside' }];
    await serveNpmPackage(await shelf({ tarball: await tgz(hostile) }));
    const registry = await newRegistry();
    const installing = registry.install(wanted, options);
    await expect(installing).rejects.toMatchObject({
      code: 'entry-outside',
      root: `${name}@1.2.3`,
      path: '../outside',
      message: expect.not.stringContaining('incoming'),
    });
    await expectNothingLeft(registry);
  });

  test('is not waited for any more when that is cancelled', async () => {
    const { asked } = await serveNpmPackage(await shelf({ isSilent: true }));
    const registry = await newRegistry();
    const controller = new AbortController();
    const installing = registry.install(wanted, controller);
    await asked;
    controller.abort();
    await expect(installing).rejects.toMatchObject({ code: 'cancelled' });
    await expectNothingLeft(registry);
  });

  test('is not waited for any longer than two minutes', async () => {
    const { asked } = await serveNpmPackage(await shelf({ isSilent: true }));
    const clock = new ManualClock();
    const registry = await newRegistry({ clock });
    const installing = registry.install(wanted, options);
    await asked;
    await clock.advance(NPM_TIMEOUT_MS - 1);
    expect(await Promise.race([installing, Promise.resolve('waiting')])).toBe('waiting');
    await clock.advance(1);
    await expect(installing).rejects.toMatchObject({ code: 'npm-failed' });
    await expect(installing).rejects.toThrow('no answer within 120 seconds');
    await expectNothingLeft(registry);
  });
});
