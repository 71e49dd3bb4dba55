import type { RevisionRange } from './documents.js';

/** Revisions in ascending order, those that follow one another as one range. */
export class RevisionRanges {
  readonly #ranges: RevisionRange[] = [];

  get ranges(): readonly RevisionRange[] {
    return this.#ranges;
  }

  add({ from, to }: RevisionRange): void {
    const last = this.#ranges.at(-1);
    if (last?.to === from - 1) this.#ranges[this.#ranges.length - 1] = { from: last.from, to };
    else this.#ranges.push({ from, to });
  }
}
