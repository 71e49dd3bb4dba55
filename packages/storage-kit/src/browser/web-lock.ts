import { StateStoreError } from '../errors/state-store-error.js';

/**
 * Takes a lock that the browser takes back when the page or worker ends, however it does.
 *
 * @param what - what is locked, for messages
 * @returns releases it, and resolves when another page may take it
 * @throws StateStoreError `locked` when another page or worker has it, `unavailable` where there are no locks.
 */
export function takeLock(name: string, what: string): Promise<() => Promise<void>> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) {
    throw new StateStoreError(
      'unavailable',
      'The browser locks nothing here: serve the page by HTTPS, or from localhost',
    );
  }
  return new Promise((resolve, reject) => {
    const ended = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) {
        throw new StateStoreError(
          'locked',
          `${what} is in use by another page or worker of this origin. Close it there first`,
        );
      }
      await new Promise<void>((end) => {
        resolve(() => {
          end();
          return ended;
        });
      });
    });
    ended.catch(reject);
  });
}
