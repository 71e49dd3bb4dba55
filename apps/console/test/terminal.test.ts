import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PackageRegistry } from '@changeover/capability-core/registry';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEPT_PACKAGE_GENERATIONS } from '../src/host/limits.js';
import type { ErrorReport } from '../src/protocol/error-report.js';
import { fixturePackage, fixtureProject, skillPackage } from './fixture-package.js';
import { applied, inForce, stored } from './installed-package.js';
import { removeTree } from './remove-tree.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

/** Takes what a host prints. */
function printer() {
  const printed: { readonly title: string; readonly report: ErrorReport }[] = [];
  return {
    printed,
    printFailure: (title: string, report: ErrorReport): void => void printed.push({ title, report }),
  };
}

describe('the terminal', { timeout: 60_000 }, () => {
  it('is told of a folder that is no package, as the page is', async () => {
    const { printed, printFailure } = printer();
    const page = await connectPage(await testHost({ demo: null, printFailure })).greeted();
    await expect(page.ask('package.store', { folder: '/nowhere/at/all' })).rejects.toMatchObject({
      report: { code: 'missing' },
    });
    expect(printed).toMatchObject([
      {
        title: 'package.store of /nowhere/at/all refused',
        report: { code: 'missing', message: expect.any(String) },
      },
    ]);
  });

  it('is told why a batch failed, but not of one that its operator cancelled', async () => {
    const { printed, printFailure } = printer();
    const page = await connectPage(await testHost({ demo: null, printFailure })).greeted();
    await page.ask('session.create', { id: 'side' });
    const apply = async (fault: string): Promise<unknown> =>
      applied(page, 'side', [await fixturePackage(fault)]);
    await expect(apply('die-at-once')).rejects.toThrow();
    expect(printed).toMatchObject([
      {
        title: 'batch.apply of side failed',
        report: { code: 'server-exited' },
      },
    ]);
    await page.until((now) => now.batches.find(({ state }) => state === 'rolled-back'));
    const cancelled = expect(apply('silent')).rejects.toMatchObject({ report: { code: 'batch-cancelled' } });
    const batch = await page.until((now) => now.batches.find(({ state }) => state === 'preparing'));
    await page.ask('batch.cancel', { session: 'side', batch: batch.id });
    await cancelled;
    expect(printed).toHaveLength(1);
  });

  it('is told of a folder of the project that is no package, which is not suggested', async () => {
    const { printed, printFailure } = printer();
    const demo = await fixtureProject({});
    const good = await fixturePackage('good', { into: join(demo, 'packages') });
    await mkdir(join(demo, 'packages', 'empty'));
    const page = await connectPage(await testHost({ demo, printFailure })).greeted();
    await page.until((now) => now.registry.suggestions.length > 0);
    expect(page.state.registry.suggestions).toEqual([{ folder: good, name: 'good 1.0.0' }]);
    expect(printed).toMatchObject([
      { title: 'A package of the project cannot be used', report: { code: 'not-a-package' } },
    ]);
  });

  it('is told which session needs somebody after a start', async () => {
    const { printed, printFailure } = printer();
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const first = await testHost({ store, demo: null, printFailure });
    const page = await connectPage(first).greeted();
    await page.ask('session.create', { id: 'side' });
    await applied(page, 'side', [await skillPackage('gone')]);
    await first.close();
    expect(printed).toEqual([]);
    await removeTree(join(folder, 'registry'));
    await testHost({ store, demo: null, printFailure });
    expect(printed).toMatchObject([
      { title: 'Session side admits no run', report: { code: 'package-missing' } },
    ]);
  });

  it('is told when packages could not be deleted, and the next change deletes them', async () => {
    const { printed, printFailure } = printer();
    const page = await connectPage(await testHost({ demo: null, printFailure })).greeted();
    const put = async (version: string): Promise<unknown> =>
      inForce(page, [await stored(page, await skillPackage('filler', version))]);
    for (let n = 1; n <= KEPT_PACKAGE_GENERATIONS; n += 1) await put(`${n}.0.0`);
    const failing = vi
      .spyOn(PackageRegistry.prototype, 'collect')
      .mockRejectedValueOnce(new Error('no disk'));
    onTestFinished(() => failing.mockRestore());
    await put('98.0.0');
    await vi.waitFor(() => expect(printed).toHaveLength(1));
    expect(printed).toMatchObject([
      { title: 'Packages could not be deleted', report: { code: 'internal', message: 'no disk' } },
    ]);
    expect(page.state.registry.packages).toHaveLength(KEPT_PACKAGE_GENERATIONS + 1);
    await put('99.0.0');
    await page.until((now) => now.registry.packages.length === KEPT_PACKAGE_GENERATIONS);
  });
});
