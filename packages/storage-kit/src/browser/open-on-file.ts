import { StateStoreError } from '../errors/state-store-error.js';

/** What bundlers for browsers take in place of `journal/open-on-file`: see `browser` in package.json. */
export async function openOnFile({ location }: { readonly location: unknown }): Promise<never> {
  throw new StateStoreError(
    'invalid-request',
    `The location ${JSON.stringify(location)} is refused: a browser has no files. Give ':memory:', or a persistence such as indexedDbPersistence of ./browser`,
  );
}
