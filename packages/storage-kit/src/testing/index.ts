export type { ConformanceCase } from './conformance-case.js';
export { injectFaults, type StoreFaults, type StoreStep } from './inject-faults.js';
export { type ConformanceOptions, storeConformance } from './store-conformance.js';
