import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { descendants } from './process-status.js';
import { scenarioPackage, scriptServer } from './scenario-package.js';
import { scratchFile } from './scratch-folder.js';

/** A package whose server is started at once and becomes ready when the scenario says so. */
export interface GatedPackage {
  readonly folder: string;
  /** Lets the servers go on that wait, and later ones. */
  open(): Promise<void>;
  /** Lets servers wait again that are started from now on. */
  shut(): Promise<void>;
  /** How often a server of it was started since it was written. */
  starts(): Promise<number>;
}

const GATE = `
import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { GATE_FILE, STARTS_FILE } = process.env;
await appendFile(STARTS_FILE, process.pid + '\\n');
while ((await readFile(GATE_FILE, 'utf8')) !== 'open') await pause(5);
await import('./server.mjs');
`;

export async function gatedPackage(environment: ScenarioEnvironment, name: string): Promise<GatedPackage> {
  const gate = await scratchFile(environment, 'gate');
  const starts = await scratchFile(environment, 'starts');
  const server = join(environment.app, 'demo/packages/mill-gauge-1.0.0/server/wheel.mjs');
  const folder = await scenarioPackage(environment, {
    name,
    files: { 'gate.mjs': GATE, 'server.mjs': await readFile(server, 'utf8') },
    servers: { [name]: scriptServer('gate.mjs', { GATE_FILE: gate, STARTS_FILE: starts }) },
  });
  return {
    folder,
    open: () => writeFile(gate, 'open'),
    shut: () => writeFile(gate, ''),
    starts: async () => (await readFile(starts, 'utf8')).split('\n').length - 1,
  };
}

/** Processes of such servers below a console's. */
export async function gatedServers(console: number): Promise<readonly number[]> {
  return (await descendants(console))
    .filter(({ command }) => command.includes('gate.mjs'))
    .map(({ pid }) => pid);
}
