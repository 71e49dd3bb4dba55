import type { FrontMatter, FrontMatterMap, FrontMatterValue } from './front-matter.js';
import type { ItemReport } from './package-item.js';

/** An item that is refused as a whole: a field is there and cannot mean what it must. */
export class UnusableItem extends Error {
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.line = line;
  }
}

/** The fields of an item's front matter, and what is to be said of them. */
export class ItemFields {
  readonly #fields: FrontMatterMap;
  readonly #lineOf: (field: string) => number;
  readonly #report: ItemReport;

  constructor({ fields, lines, line }: Omit<FrontMatter, 'body'>, report: ItemReport) {
    this.#fields = fields;
    this.#lineOf = (field) => lines.get(field) ?? line;
    this.#report = report;
  }

  /** Whether a field is there, also one that says nothing. */
  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** `null` for a field that is not there too. */
  value(field: string): FrontMatterValue {
    return this.#fields.get(field) ?? null;
  }

  /**
   * Text that says something.
   *
   * @throws {UnusableItem}
   */
  text(field: string, expected = 'is no text'): string | undefined {
    const value = this.value(field);
    if (value !== null && typeof value !== 'string') throw this.unusable(field, `${field} ${expected}.`);
    const text = value?.trim() ?? '';
    return text === '' ? undefined : text;
  }

  /**
   * The texts of a list; `null` for what is no list.
   *
   * @throws {UnusableItem}
   */
  list(field: string): readonly string[] | null {
    const value = this.value(field);
    if (!Array.isArray(value)) return null;
    const texts = value.filter((entry): entry is string => typeof entry === 'string');
    if (texts.length < value.length) throw this.unusable(field, `${field} holds something that is no text.`);
    return texts;
  }

  note(field: string, reason: string): void {
    this.#report.note(reason, this.#lineOf(field));
  }

  unusable(field: string, reason: string): UnusableItem {
    return new UnusableItem(reason, this.#lineOf(field));
  }
}
