import { codeOf, messageOf } from './bounded-message.js';
import { MAX_REPORTED_FAILURES } from './limits.js';

/** One thing that did not close as it should. */
export interface CloseFailure {
  /** Id of the scope it belonged to; null in the cleanup of a catalog. */
  readonly scope: string | null;
  readonly name: string;
  readonly kind: 'task' | 'child-scope' | 'effect' | 'lease';
  readonly outcome: 'failed' | 'timed-out';
  readonly code: string;
  readonly message: string;
}

/** What a failure is about, before it is known how it failed. */
export type CloseSubject = Pick<CloseFailure, 'scope' | 'name' | 'kind'>;

/** A bounded list of failures that is still being written. */
export class CloseFailureList {
  readonly #failures: CloseFailure[] = [];
  #omitted = 0;

  failed(subject: CloseSubject, error: unknown): void {
    this.add({ ...subject, outcome: 'failed', code: codeOf(error), message: messageOf(error) });
  }

  timedOut(subject: CloseSubject, message: string): void {
    this.add({ ...subject, outcome: 'timed-out', code: 'timed-out', message });
  }

  add(failure: CloseFailure): void {
    if (this.#failures.length < MAX_REPORTED_FAILURES) this.#failures.push(Object.freeze(failure));
    else this.#omitted += 1;
  }

  /** Takes over the failures that another report lists. */
  addAll(report: { readonly failures: readonly CloseFailure[]; readonly failuresOmitted: number }): void {
    for (const failure of report.failures) this.add(failure);
    this.#omitted += report.failuresOmitted;
  }

  /** The part of a report that this list becomes. */
  finish(): { readonly failures: readonly CloseFailure[]; readonly failuresOmitted: number } {
    return { failures: Object.freeze([...this.#failures]), failuresOmitted: this.#omitted };
  }
}
