import { maxReportedFaults } from '../limits.js';
import type { FaultReport, StoreFault } from './documents.js';

/** The faults of a store: the first ones to be listed, all of them counted. */
export class FaultList {
  readonly #listed: StoreFault[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(fault: StoreFault): void {
    this.#count += 1;
    if (this.#listed.length < maxReportedFaults) this.#listed.push(fault);
  }

  report(): FaultReport {
    return { faults: this.#listed, faultsNotListed: this.#count - this.#listed.length };
  }
}
