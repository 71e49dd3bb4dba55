import { join } from 'node:path';
import { StateStore } from '../../src/index.js';
import { type LanceStoreOptions, lanceStore } from '../../src/lance/index.js';
import { temporaryFolder } from '../temporary-folder.js';

/** The path of a folder that is not there yet, removed with all that is made in it when the test has finished. */
export async function lanceFolder(): Promise<string> {
  return join(await temporaryFolder(), 'state.lancedb');
}

/** A store in such a folder, or in the one that is given. */
export async function openLance(options: Partial<LanceStoreOptions> = {}): Promise<StateStore> {
  return StateStore.connect(lanceStore({ location: await lanceFolder(), ...options }));
}
