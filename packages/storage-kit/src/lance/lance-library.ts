import type * as Lance from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import { StateStoreError } from '../errors/state-store-error.js';

/** What the peers offer. */
export interface LanceLibrary {
  readonly connect: typeof Lance.connect;
  readonly arrow: typeof Arrow;
}

/** Loads the peers when the first store is opened. @throws StateStoreError `unavailable` */
export async function loadLance(): Promise<LanceLibrary> {
  try {
    const [{ connect }, arrow] = await Promise.all([import('@lancedb/lancedb'), import('apache-arrow')]);
    return { connect, arrow };
  } catch (cause) {
    throw new StateStoreError(
      'unavailable',
      'The backend lance needs LanceDB, which is not installed here or has no build for this machine. Run npm install @lancedb/lancedb@0.31.0 apache-arrow@18.1.0',
      { cause },
    );
  }
}
