import { test } from '../harness/fixtures.js';
import { StorageKitProject } from '../harness/installed-package.js';
import { INSTALL_TIMEOUT_MS } from '../harness/limits.js';

test('storage-kit is packed, and installed into an empty project with nothing but its own dependencies', async ({
  environment,
}) => {
  test.setTimeout(2 * INSTALL_TIMEOUT_MS);
  await new StorageKitProject(environment).install();
});
