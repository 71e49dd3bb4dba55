import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * A child process runs compiled code: that of the sources as they are now, in a folder below the package's, from which
 * its dependencies are found.
 *
 * @returns where it is, once the tests run
 */
export function compiledModules(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(packageFolder, 'node_modules', '.crash-'));
    const compiler = join(packageFolder, '../../node_modules/typescript-native/bin/tsc');
    // The check of types is a step of its own.
    const options = ['-p', join(packageFolder, 'tsconfig.build.json'), '--noCheck', '--outDir', folder];
    execFileSync(process.execPath, [compiler, ...options], { cwd: packageFolder });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => pathToFileURL(folder).href;
}
