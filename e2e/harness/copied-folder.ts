import type { ScenarioEnvironment } from './environment.js';
import { runToEnd } from './run-to-end.js';
import { scratchFolder } from './scratch-folder.js';

/** A fresh copy of a folder, with the owners and the modes of all that is in it. */
export async function copiedFolder(
  environment: ScenarioEnvironment,
  folder: string,
  name: string,
): Promise<string> {
  const copy = await scratchFolder(environment, name);
  const { code, output } = await runToEnd('cp', ['-a', `${folder}/.`, copy]);
  if (code !== 0) throw new Error(`${folder} was not copied: ${output}`);
  return copy;
}
