import { join } from 'node:path';
import { StateStore, stateKey } from '../../../packages/storage-kit/dist/index.js';

/** Our store on a file; a commit resolves after its fsync. */
export async function openChangeover(folder) {
  const store = await StateStore.connect({ backend: 'sqlite', location: join(folder, 'changeover.sqlite') });
  return {
    async commit(key, value) {
      const transaction = await store.beginTransaction();
      await transaction.put({ key: stateKey('bench', key), value });
      await transaction.commit();
    },
    load: (key) => store.load({ namespace: 'bench', key }),
    close: () => store.close(),
  };
}
