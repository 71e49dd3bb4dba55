export { indexedDbPersistence } from './indexed-db-persistence.js';
