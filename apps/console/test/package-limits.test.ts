import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PackageRegistry } from '@changeover/capability-core/registry';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  PACKAGE_STORE_TIMEOUT_MS,
  PACKAGE_VERIFY_TIMEOUT_MS,
  REGISTRY_OPEN_TIMEOUT_MS,
  REGISTRY_TIMEOUT_MS,
  STORED_PACKAGES_MAX,
} from '../src/host/limits.js';
import { skillPackage } from './fixture-package.js';
import { inForce, stored } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(async () => {
  vi.restoreAllMocks();
  await releaseAll();
});

/** The time of whatever may take exactly so long is over at once. */
function overAtOnce(limitMs: number): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === limitMs ? AbortSignal.abort(new Error('time')) : timeout(ms),
  );
}

/** A data folder whose registry holds so many versions of one package. */
async function storeWithVersions(count: number): Promise<string> {
  const data = await temporaryFolder();
  const { signal } = new AbortController();
  await using registry = await PackageRegistry.open({ root: join(data, 'registry'), signal });
  const folder = join(await temporaryFolder(), 'many');
  await mkdir(join(folder, '.claude-plugin'), { recursive: true });
  for (let n = 1; n <= count; n += 1) {
    const manifest = JSON.stringify({ name: 'many', version: `${n}.0.0` });
    await writeFile(join(folder, '.claude-plugin', 'plugin.json'), manifest);
    await registry.install(folder, { signal });
  }
  return data;
}

describe('the packages of a host', { timeout: 120_000 }, () => {
  it('are as many versions as its bound; what is stored already can be stored again, and room can be made', async () => {
    const folder = await storeWithVersions(STORED_PACKAGES_MAX - 1);
    const page = await connectPage(
      await testHost({ store: { backend: 'sqlite', folder }, demo: null }),
    ).greeted();
    const last = await skillPackage('last');
    const { digest } = await stored(page, last);
    expect(page.state.registry.packages).toHaveLength(STORED_PACKAGES_MAX);
    const more = await skillPackage('more');
    await expect(page.ask('package.store', { folder: more })).rejects.toMatchObject({
      report: {
        code: 'too-many-packages',
        details: { limit: STORED_PACKAGES_MAX },
        action: expect.stringContaining('Remove'),
      },
    });
    expect((await page.ask('package.store', { folder: last })).isNew).toBe(false);
    await page.ask('package.forget', { digest, reason: 'To make room' });
    expect((await page.ask('package.store', { folder: more })).isNew).toBe(true);
  });

  it('are checked in time, or not at all', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    await stored(page, await skillPackage('one'));
    expect(await page.ask('package.verify', {})).toEqual({ checked: 1, damaged: [] });
    overAtOnce(PACKAGE_VERIFY_TIMEOUT_MS);
    await expect(page.ask('package.verify', {})).rejects.toMatchObject({
      report: { code: 'package-timeout', details: { timeoutMs: PACKAGE_VERIFY_TIMEOUT_MS } },
    });
  });

  it('are stored in time, or not at all', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    await stored(page, await skillPackage('one'));
    overAtOnce(PACKAGE_STORE_TIMEOUT_MS);
    const folder = await skillPackage('two');
    await expect(page.ask('package.store', { folder })).rejects.toMatchObject({
      report: { code: 'package-timeout', details: { timeoutMs: PACKAGE_STORE_TIMEOUT_MS } },
    });
    expect(page.state.registry.packages).toHaveLength(1);
  });

  it('are changed and read in time, or not at all', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    await page.ask('session.create', { id: 'side' });
    const { digest } = await stored(page, await skillPackage('one'));
    await inForce(page, [await stored(page, await skillPackage('two'))]);
    const batch = { session: 'side', packageGeneration: 1, packages: ['two'] };
    await page.ask('batch.preview', batch);
    overAtOnce(REGISTRY_TIMEOUT_MS);
    const late = { report: { code: 'package-timeout', details: { timeoutMs: REGISTRY_TIMEOUT_MS } } };
    const change = { add: [digest], remove: [], base: 1, reason: null };
    await expect(page.ask('batch.preview', batch)).rejects.toMatchObject(late);
    await expect(page.ask('package.apply', change)).rejects.toMatchObject(late);
    await expect(page.ask('package.forget', { digest, reason: null })).rejects.toMatchObject(late);
    expect(page.state.registry).toMatchObject({ generation: 1, packages: [{}, {}] });
    vi.restoreAllMocks();
    expect(await page.ask('package.apply', change)).toEqual({ generation: 2 });
  });

  it('are opened in time, or the host says why it does not start', async () => {
    overAtOnce(REGISTRY_OPEN_TIMEOUT_MS);
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const late = await testHost({ store, demo: null });
    expect(late.failure).toMatchObject({
      code: 'package-timeout',
      message: expect.stringContaining('Opening the package registry'),
    });
    vi.restoreAllMocks();
    expect((await testHost({ store, demo: null })).failure).toBeNull();
  });
});
