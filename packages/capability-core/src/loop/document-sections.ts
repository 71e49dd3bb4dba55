import { truncateUtf8, utf8Length } from '../identity/text-rules.js';
import { KNOWLEDGE_HEADING_BYTES_MAX, KNOWLEDGE_SECTION_BYTES_MAX } from './limits.js';
import { oneLine } from './one-line.js';

/** A text that belongs to a body of knowledge. */
export interface KnowledgeDocument {
  /** Names it in citations; what ends in `.md` or `.markdown` is read as Markdown. */
  readonly path: string;
  readonly text: string;
}

/** A part of a document under one heading. */
export interface DocumentSection {
  readonly path: string;
  /** The headings that it stands under, from the outermost; none before the first, and in plain text. */
  readonly headings: readonly string[];
  /** From 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

const MARKDOWN = /\.(?:md|markdown)$/i;
const LINE_END = /\r\n|\n|\r/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const CLOSING_HASHES = /(?:^|[ \t])#+$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The parts of a document that hold any text, in their order; each takes at most 2 KiB. Headings are `#` lines. */
export function sectionsOf({ path, text }: KnowledgeDocument): readonly DocumentSection[] {
  const reader = new SectionReader(path, MARKDOWN.test(path));
  for (const line of text.split(LINE_END)) reader.read(line);
  return reader.finish();
}

class SectionReader {
  readonly #path: string;
  readonly #markdown: boolean;
  readonly #sections: DocumentSection[] = [];
  /** By level; a deeper heading ends where a higher one begins. */
  readonly #headings: (string | undefined)[] = [];
  #lines: string[] = [];
  #bytes = 0;
  #firstLine = 1;
  #line = 0;
  /** What closes the fenced code that is being read. */
  #fence: string | null = null;

  constructor(path: string, markdown: boolean) {
    this.#path = path;
    this.#markdown = markdown;
  }

  read(line: string): void {
    const heading = this.#markdown && !this.#isCode(line) ? HEADING.exec(line) : null;
    if (heading !== null) {
      this.#cut();
      const [start, { length: level }] = [heading[0], heading[1] ?? '#'];
      const title = line.slice(start.length).trim().replace(CLOSING_HASHES, '');
      this.#headings.splice(level - 1);
      this.#headings[level - 1] = oneLine(title, KNOWLEDGE_HEADING_BYTES_MAX);
    }
    const before = this.#line;
    for (const piece of piecesOf(line)) {
      const bytes = utf8Length(piece);
      if (this.#lines.length > 0 && this.#bytes + bytes > KNOWLEDGE_SECTION_BYTES_MAX) this.#cut();
      if (this.#lines.length === 0) this.#firstLine = before + 1;
      this.#lines.push(piece);
      this.#line = before + 1;
      this.#bytes += bytes + 1;
    }
  }

  finish(): readonly DocumentSection[] {
    this.#cut();
    return this.#sections;
  }

  /** Whether a line belongs to fenced code, its fences included. */
  #isCode(line: string): boolean {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (this.#fence === null) {
      if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return false;
      this.#fence = mark;
    } else if (mark.startsWith(this.#fence) && info.trim() === '') {
      this.#fence = null;
    }
    return true;
  }

  #cut(): void {
    const text = this.#lines.join('\n');
    if (text.trim() !== '') {
      this.#sections.push({
        path: this.#path,
        headings: this.#headings.flatMap((heading) => heading ?? []).filter((heading) => heading !== ''),
        firstLine: this.#firstLine,
        lastLine: this.#line,
        text,
      });
    }
    this.#lines = [];
    this.#bytes = 0;
  }
}

/** A line that no section could hold is read as several. */
function piecesOf(line: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  do {
    const piece = truncateUtf8(
      line.slice(start, start + KNOWLEDGE_SECTION_BYTES_MAX),
      KNOWLEDGE_SECTION_BYTES_MAX,
    );
    pieces.push(piece);
    start += piece.length;
  } while (start < line.length);
  return pieces;
}
