import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
/** Below the package's own folder, from where its libraries are found. */
const compiledFolder = join(packageFolder, 'node_modules', '.compiled');
let compiled: Promise<string> | undefined;

/**
 * For processes and threads of their own, which run compiled code: the folder with that of the sources as they are now.
 * They are compiled once for all tests that ask, in whatever process.
 */
export function compiledModules(): Promise<string> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<string> {
  const folder = join(compiledFolder, await stampOfSources());
  if (await exists(folder)) return folder;
  await mkdir(compiledFolder, { recursive: true });
  const earlier = (await readdir(compiledFolder)).filter((name) => !name.startsWith('new-'));
  const fresh = await mkdtemp(join(compiledFolder, 'new-'));
  const compiler = join(packageFolder, '../../node_modules/typescript-native/bin/tsc');
  const options = ['-p', join(packageFolder, 'tsconfig.build.json'), '--outDir', fresh];
  await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: packageFolder });
  // Another process may have been faster with the same.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  for (const name of earlier) await rm(join(compiledFolder, name), { recursive: true, force: true });
  return folder;
}

async function stampOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(join(packageFolder, 'src'), { recursive: true });
  for (const name of names.sort()) {
    if (!name.endsWith('.ts')) continue;
    hash.update(name).update(await readFile(join(packageFolder, 'src', name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
