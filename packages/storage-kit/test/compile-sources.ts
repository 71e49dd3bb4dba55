import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

export interface CompiledSources {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Programs in processes of their own run compiled code: that of the sources as they are now, in a folder below the
 * package's, from which the libraries are found.
 */
export async function compileSources(): Promise<CompiledSources> {
  const folder = await mkdtemp(join(packageFolder, 'node_modules', '.compiled-'));
  const compiler = join(packageFolder, '../../node_modules/typescript-native/bin/tsc');
  const options = ['-p', join(packageFolder, 'tsconfig.build.json'), '--outDir', folder];
  execFileSync(process.execPath, [compiler, ...options], { cwd: packageFolder, stdio: 'inherit' });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
