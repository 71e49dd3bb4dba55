import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '../harness/fixtures.js';
import { firstExample, InstalledPackage, installPackages } from '../harness/installed-package.js';
import { INSTALL_TIMEOUT_MS } from '../harness/limits.js';

test('the packages are packed, and installed into an empty project with nothing but their own dependencies', async ({
  environment,
}) => {
  test.setTimeout(3 * INSTALL_TIMEOUT_MS);
  await installPackages(environment);
  await layOutStorageKit(new InstalledPackage(environment, 'storage-kit'));
  await layOutCapabilityCore(new InstalledPackage(environment, 'capability-core'));
});

/** The examples of the README, as someone who follows it would lay them out. */
async function layOutStorageKit(storageKit: InstalledPackage): Promise<void> {
  const { folder } = storageKit;
  const readme = await storageKit.readme();
  const example = firstExample(readme, 'First example');
  await writeFile(join(folder, 'counter.ts'), example);
  // It has nothing that is not JavaScript as well.
  await writeFile(join(folder, 'counter.mjs'), example);
  await writeFile(join(folder, 'page/counter.ts'), firstExample(readme, 'In a browser'));
  await mkdir(join(folder, 'page/public'));
  const engine = 'sql-wasm-browser.wasm';
  await cp(join(folder, '../node_modules/sql.js/dist', engine), join(folder, 'page/public', engine));
}

async function layOutCapabilityCore(core: InstalledPackage): Promise<void> {
  const example = firstExample(await core.readme(), 'First example');
  await writeFile(join(core.folder, 'cutover.ts'), example);
  await writeFile(join(core.folder, 'page/cutover.ts'), example);
}
