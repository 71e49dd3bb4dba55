import { damagedStore } from './lance-failure.js';

/** A row as Lance returns it: columns may hold anything. */
export type LanceRow = Readonly<Record<string, unknown>>;

/** Takes values out of a row, and trusts no column. */
export class RowReader {
  readonly #folder: string;
  readonly #row: LanceRow;

  constructor(folder: string, row: LanceRow) {
    this.#folder = folder;
    this.#row = row;
  }

  text(column: string): string {
    const value = this.#row[column];
    return typeof value === 'string' ? value : this.#refuse(column);
  }

  flag(column: string): boolean {
    const value = this.#row[column];
    return typeof value === 'boolean' ? value : this.#refuse(column);
  }

  whole(column: string): number {
    const value = Number(this.#row[column]);
    return Number.isSafeInteger(value) && value >= 0 ? value : this.#refuse(column);
  }

  #refuse(column: string): never {
    throw damagedStore(this.#folder, `its column ${column} holds ${typeof this.#row[column]}`);
  }
}
