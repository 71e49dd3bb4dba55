import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';

/** A fresh folder that belongs to the user who runs the console. */
export async function scratchFolder(environment: ScenarioEnvironment, name: string): Promise<string> {
  const folder = await mkdtemp(join(environment.scratch, `${name}-`));
  await chown(folder, environment.uid, environment.gid);
  return folder;
}

/** A fresh empty file that the user who runs the console may write to. */
export async function scratchFile(environment: ScenarioEnvironment, name: string): Promise<string> {
  const file = join(await scratchFolder(environment, name), `${name}.txt`);
  await writeFile(file, '');
  await chown(file, environment.uid, environment.gid);
  return file;
}
