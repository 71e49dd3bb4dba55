import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * For processes and threads of their own, which run compiled code: that of the sources as they are now, in a folder below
 * the package's, from which its libraries are found. It is deleted when the test ends.
 */
export async function compiledModules(): Promise<string> {
  const folder = await mkdtemp(join(packageFolder, 'node_modules', '.compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const compiler = join(packageFolder, '../../node_modules/typescript-native/bin/tsc');
  const options = ['-p', join(packageFolder, 'tsconfig.build.json'), '--outDir', folder];
  await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: packageFolder });
  return folder;
}
