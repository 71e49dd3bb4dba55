import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles the sources as they are now for the processes that the tests of this file start, in a folder below the
 * package's, from which LanceDB is found. The address of that folder, once the tests run.
 */
export function compilePackage(): () => string {
  let modules = '';
  beforeAll(async () => {
    modules = await mkdtemp(join(packageFolder, 'node_modules', '.lance-'));
    const compiler = join(packageFolder, '../../node_modules/typescript-native/bin/tsc');
    const options = ['-p', join(packageFolder, 'tsconfig.build.json'), '--outDir', modules];
    execFileSync(process.execPath, [compiler, ...options], { cwd: packageFolder });
  }, 60_000);
  afterAll(() => rm(modules, { recursive: true, force: true }));
  return () => pathToFileURL(modules).href;
}
