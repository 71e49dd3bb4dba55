export { type LanceStoreOptions, lanceStore } from './lance-store.js';
