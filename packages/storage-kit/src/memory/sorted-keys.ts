import { compareUtf8 } from '../model/utf8.js';

/** A set of keys that ascends by their UTF-8 bytes. */
export class SortedKeys {
  readonly #keys: string[] = [];

  /** Does nothing when the key is there. */
  add(key: string): void {
    const index = this.#indexOf(key);
    if (this.#keys[index] !== key) this.#keys.splice(index, 0, key);
  }

  delete(key: string): void {
    const index = this.#indexOf(key);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }

  /** The keys from `first` on that come after `after`. */
  *from(first: string, after: string): Iterable<string> {
    let index = this.#indexOf(compareUtf8(first, after) > 0 ? first : after);
    for (; index < this.#keys.length; index += 1) {
      const key = this.#keys[index];
      if (key !== undefined && key !== after) yield key;
    }
  }

  /** Where `key` is, or would be inserted. */
  #indexOf(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareUtf8(this.#keys[middle] ?? '', key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
