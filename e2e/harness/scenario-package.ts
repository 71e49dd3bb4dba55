import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { scratchFolder } from './scratch-folder.js';

/** A package that a scenario writes for itself. */
export interface ScenarioPackage {
  readonly name: string;
  readonly version?: string;
  /** Files beside the manifest, by their path in the package. */
  readonly files: Readonly<Record<string, string>>;
  readonly servers?: Readonly<Record<string, ServerEntry>>;
}

export interface ServerEntry {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that is a script of its package. */
export function scriptServer(script: string, env: Readonly<Record<string, string>> = {}): ServerEntry {
  // As a configuration names what its host sets.
  return { command: `\${CHANGEOVER_NODE}`, args: [`\${CLAUDE_PLUGIN_ROOT}/${script}`], env };
}

/** Writes the package into a fresh folder that belongs to the user who runs the console. */
export async function scenarioPackage(
  environment: ScenarioEnvironment,
  { name, version = '1.0.0', files, servers = {} }: ScenarioPackage,
): Promise<string> {
  const folder = await scratchFolder(environment, name);
  const all = {
    '.claude-plugin/plugin.json': JSON.stringify({ name, version }),
    '.mcp.json': JSON.stringify({ mcpServers: servers }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await handOver(environment, folder);
  return folder;
}

async function handOver(environment: ScenarioEnvironment, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(join(folder, name), environment.uid, environment.gid);
  }
}
