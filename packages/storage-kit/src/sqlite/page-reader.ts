/** Where the cells of a b-tree lie, and how a page of the file is divided. */
export interface PageLayout {
  readonly pageBytes: number;
  /** Bytes of a page that SQLite uses; some extensions keep the rest. */
  readonly usableBytes: number;
}

/** An entry of a b-tree: a row of a table, or one of an index. */
export interface PageCell {
  readonly kind: 'cell';
  /** Where it begins in the file. */
  readonly offset: number;
  readonly payload: Uint8Array;
}

/** What could not be read. */
export interface PageFault {
  readonly kind: 'fault';
  readonly offset: number;
  readonly reason: string;
}

export type TreeKind = 'table' | 'index';

interface Page {
  readonly number: number;
  readonly type: number;
  /** Where its header begins in the file: the first page has the file's own header in front. */
  readonly header: number;
  /** Offsets in the file. */
  readonly cells: readonly number[];
}

const fileHeaderBytes = 100;
const interiorTypes = { table: 0x05, index: 0x02 } as const;
const leafTypes = { table: 0x0d, index: 0x0a } as const;

/**
 * Reads the b-trees of a SQLite file page by page. SQLite itself stops at the first damage in its way; this goes on
 * behind it, and says where it is. The format is that of https://www.sqlite.org/fileformat2.html.
 */
export class PageReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #layout: PageLayout;
  /** Pages that a walk has read. */
  readonly #seen = new Set<number>();

  constructor(bytes: Uint8Array, layout: PageLayout) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#layout = layout;
  }

  /** The entries below a page, those of a table in the order of the tree, and what could not be read. */
  *walk(root: number, kind: TreeKind): Generator<PageCell | PageFault, void, undefined> {
    const left = [root];
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const page = this.#page(number, kind);
      if (page.kind === 'fault') {
        yield page;
        continue;
      }
      this.#seen.add(number);
      if (page.type === interiorTypes[kind]) left.push(...this.#children(page).reverse());
      if (page.type === leafTypes[kind] || kind === 'index') yield* this.#cells(page, kind);
    }
  }

  /**
   * Rows in leaves of tables that no walk came to, since what leads to them is damaged. Pages that SQLite has given up
   * hold old rows: they are told apart by `free`.
   */
  *strays(free: ReadonlySet<number>): Generator<PageCell | PageFault, void, undefined> {
    for (let number = 1; number <= this.#pageCount; number += 1) {
      if (this.#seen.has(number) || free.has(number)) continue;
      const page = this.#page(number, 'table');
      if (page.kind === 'page' && page.type === leafTypes.table) yield* this.#cells(page, 'table');
    }
  }

  /** The pages that SQLite has given up; undefined when their list is damaged. */
  freePages(): ReadonlySet<number> | undefined {
    const free = new Set<number>();
    try {
      let trunk = this.#view.getUint32(32);
      while (trunk !== 0) {
        if (trunk > this.#pageCount || free.has(trunk)) return undefined;
        free.add(trunk);
        const start = this.#startOf(trunk);
        const leaves = this.#view.getUint32(start + 4);
        if (leaves > this.#layout.usableBytes / 4 - 2) return undefined;
        for (let index = 0; index < leaves; index += 1) free.add(this.#view.getUint32(start + 8 + 4 * index));
        trunk = this.#view.getUint32(start);
      }
      return free.size === this.#view.getUint32(36) ? free : undefined;
    } catch {
      // The list leads behind the end of the file.
      return undefined;
    }
  }

  get #pageCount(): number {
    return Math.floor(this.#bytes.length / this.#layout.pageBytes);
  }

  #startOf(page: number): number {
    return (page - 1) * this.#layout.pageBytes;
  }

  #page(number: number, kind: TreeKind): (Page & { readonly kind: 'page' }) | PageFault {
    const start = this.#startOf(number);
    const fault = (reason: string): PageFault => ({ kind: 'fault', offset: start, reason });
    if (number < 1 || number > this.#pageCount) return fault(`page ${number} lies outside the file`);
    if (this.#seen.has(number)) return fault(`two places lead to page ${number}`);
    const header = start + (number === 1 ? fileHeaderBytes : 0);
    const type = this.#view.getUint8(header);
    if (type !== interiorTypes[kind] && type !== leafTypes[kind]) {
      return fault(`page ${number} is no page of a ${kind}`);
    }
    const pointers = header + (type === interiorTypes[kind] ? 12 : 8);
    const count = this.#view.getUint16(header + 3);
    const end = start + this.#layout.usableBytes;
    if (pointers + 2 * count > end) return fault(`page ${number} cannot have ${count} entries`);
    const cells = Array.from(
      { length: count },
      (_, index) => start + this.#view.getUint16(pointers + 2 * index),
    );
    return { kind: 'page', number, type, header, cells };
  }

  #children({ header, cells, number }: Page): number[] {
    const end = this.#startOf(number) + this.#layout.usableBytes;
    const children = cells.filter((at) => at + 4 <= end).map((at) => this.#view.getUint32(at));
    return [...children, this.#view.getUint32(header + 8)];
  }

  *#cells(page: Page, kind: TreeKind): Generator<PageCell | PageFault, void, undefined> {
    for (const offset of page.cells) {
      try {
        yield { kind: 'cell', offset, payload: this.#payload(page, offset, kind) };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        yield { kind: 'fault', offset, reason: `an entry of page ${page.number} is broken` };
      }
    }
  }

  /** @throws RangeError when the cell is broken. */
  #payload(page: Page, offset: number, kind: TreeKind): Uint8Array {
    const from = page.type === interiorTypes.index ? offset + 4 : offset;
    const size = readVarint(this.#view, from);
    const body = kind === 'table' ? readVarint(this.#view, size.end).end : size.end;
    if (size.value > this.#bytes.length) throw new RangeError('The entry is larger than the file');
    const local = this.#localBytes(size.value, kind);
    const end = body + local;
    const isLocal = local === size.value;
    if (end + (isLocal ? 0 : 4) > this.#startOf(page.number) + this.#layout.usableBytes) {
      throw new RangeError('The entry passes the end of its page');
    }
    if (isLocal) return this.#bytes.subarray(body, end);
    const payload = new Uint8Array(size.value);
    payload.set(this.#bytes.subarray(body, end));
    this.#readOverflow(this.#view.getUint32(end), payload.subarray(local));
    return payload;
  }

  /** How much of a payload lies in the page itself. */
  #localBytes(size: number, kind: TreeKind): number {
    const usable = this.#layout.usableBytes;
    const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (size <= most) return size;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size - least) % (usable - 4));
    return fitting <= most ? fitting : least;
  }

  #readOverflow(first: number, target: Uint8Array): void {
    const room = this.#layout.usableBytes - 4;
    let number = first;
    for (let done = 0; done < target.length; done += room) {
      if (number < 1 || number > this.#pageCount) throw new RangeError('The entry ends too early');
      const start = this.#startOf(number);
      const part = this.#bytes.subarray(start + 4, start + 4 + Math.min(room, target.length - done));
      target.set(part, done);
      number = this.#view.getUint32(start);
    }
  }
}

/** SQLite's integers of 1 to 9 bytes. Past 2^53 they lose precision. @throws RangeError behind the end. */
export function readVarint(view: DataView, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = view.getUint8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value: value * 256 + view.getUint8(at + 8), end: at + 9 };
}
