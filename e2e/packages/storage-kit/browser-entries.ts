import { StateStore } from '@changeover/storage-kit';
import { indexedDbPersistence } from '@changeover/storage-kit/browser';
import { storeConformance } from '@changeover/storage-kit/testing';

/** What a page uses, which has no types of Node. */
export const cases = storeConformance({
  open: () => StateStore.connect({ backend: 'sqlite', persistence: indexedDbPersistence('notes') }),
});
