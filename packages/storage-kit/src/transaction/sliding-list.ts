/**
 * A list that grows at its end and is forgotten from its beginning. Each item has a number, counted from the first one
 * ever added.
 */
export class SlidingList<Item> {
  #items: Item[] = [];
  /** How many items at the beginning of `#items` are forgotten already. */
  #stale = 0;
  #first = 0;

  /** The number of the first item that is kept, or of the next one to come. */
  get first(): number {
    return this.#first;
  }

  /** The number of the next item to come. */
  get end(): number {
    return this.#first + this.#items.length - this.#stale;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  at(number: number): Item | undefined {
    return number < this.#first ? undefined : this.#items[number - this.#first + this.#stale];
  }

  forgetFirst(): void {
    if (this.#first === this.end) return;
    this.#first += 1;
    this.#stale += 1;
    // Moving the rest costs its length, so it waits until as much has been forgotten.
    if (this.#stale * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#stale);
    this.#stale = 0;
  }

  /** The number of the first item that `isAfter` holds for, which holds for all that follow it; else `end`. */
  findFirst(isAfter: (item: Item) => boolean): number {
    let low = this.#first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = this.at(middle);
      if (item === undefined || isAfter(item)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
