import type { ItemReport } from './package-item.js';
import { readPlainFields } from './plain-fields.js';
import { readYamlFields } from './yaml-fields.js';

/** A value in front matter. Scalars are the text as it was written: `name: 3000` and `version: 1.0` are text. */
export type FrontMatterValue = string | readonly FrontMatterValue[] | FrontMatterMap | null;

/** A map in front matter. */
export type FrontMatterMap = ReadonlyMap<string, FrontMatterValue>;

/** Fields that were read, and where each stands. */
export interface FrontMatterFields {
  readonly fields: FrontMatterMap;
  /** Line of each field in the file, from 1, where it is known. */
  readonly lines: ReadonlyMap<string, number>;
}

/** A Markdown file with its front matter apart. */
export interface FrontMatter extends FrontMatterFields {
  /** Line of the file, from 1, on which the front matter begins. */
  readonly line: number;
  readonly body: string;
  /** Line of the file, from 1, on which the body begins. */
  readonly bodyLine: number;
}

/** Text of YAML, and where it stands in its file. */
export interface YamlText {
  readonly text: string;
  /** Line of the file, from 1, that the first line of the text is. */
  readonly firstLine: number;
}

// An empty front matter is looked for first: what comes after its end is not a part of it.
const FENCED = /^((?:[ \t]*\n)*)---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;

/**
 * Takes a Markdown file apart. YAML that is broken is read again field by field, where only the names in
 * `knownFields` at the start of a line begin a field: that recovers unquoted colons and stray markup in descriptions.
 * Nothing in it is executed, and tags are refused.
 *
 * @returns `null` when the file has no front matter; why is in the report.
 */
export function readFrontMatter(
  text: string,
  knownFields: readonly string[],
  report: ItemReport,
): FrontMatter | null {
  const source = plainLines(text);
  const fenced = FENCED.exec(source);
  if (fenced === null) {
    report.note('There is no front matter between two lines of ---.', 1);
    return null;
  }
  const [whole, before = '', inside = ''] = fenced;
  if (before !== '') report.note('There are empty lines before the front matter.', 1);
  const line = before.split('\n').length;
  const yaml: YamlText = { text: inside, firstLine: line + 1 };
  const fields = readYamlFields(yaml, report) ?? readPlainFields(yaml, knownFields, report);
  return { ...fields, line, ...bodyOf(source, whole.length) };
}

/** Takes a Markdown file apart that may do without front matter: then all of it is the body. */
export function readOptionalFrontMatter(
  text: string,
  knownFields: readonly string[],
  report: ItemReport,
): FrontMatter {
  const source = plainLines(text);
  const matter = /^\s*---[ \t]*\n/.test(source) ? readFrontMatter(text, knownFields, report) : null;
  return matter ?? { fields: new Map(), lines: new Map(), line: 1, ...bodyOf(source, 0) };
}

/** Reads a file that is nothing but fields. */
export function readYamlFile(text: string, knownFields: readonly string[], report: ItemReport): FrontMatter {
  const yaml: YamlText = { text: plainLines(text), firstLine: 1 };
  const fields = readYamlFields(yaml, report) ?? readPlainFields(yaml, knownFields, report);
  return { ...fields, line: 1, body: '', bodyLine: 1 };
}

function plainLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function bodyOf(source: string, from: number): Pick<FrontMatter, 'body' | 'bodyLine'> {
  const rest = source.slice(from).trimStart();
  const bodyLine = source.slice(0, source.length - rest.length).split('\n').length;
  return { body: rest.trimEnd(), bodyLine };
}
