import { StateStoreError } from '../errors/state-store-error.js';

/** The release of `pg` that this backend is tested with. */
export const pgVersion = '8.23.1';

/** The client library, an optional peer. @throws StateStoreError `unavailable` when it is not installed. */
export async function loadPg(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (cause) {
    throw new StateStoreError(
      'unavailable',
      `PostgreSQL cannot be used: the package pg could not be loaded. Run npm install pg@${pgVersion}`,
      { cause },
    );
  }
}
