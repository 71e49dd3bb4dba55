export type { ConformanceCase } from './conformance-case.js';
export { type ConformanceOptions, storeConformance } from './store-conformance.js';
