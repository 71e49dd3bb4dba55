import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { messageOf } from '../lifecycle/bounded-message.js';
import { MAX_YAML_ALIASES } from './limits.js';
import type { ItemReport } from './package-item.js';

/** A value in front matter. Scalars are the text as it was written: `name: 3000` and `version: 1.0` are text. */
export type FrontMatterValue = string | readonly FrontMatterValue[] | FrontMatterMap | null;

/** A map in front matter. */
export type FrontMatterMap = ReadonlyMap<string, FrontMatterValue>;

/** A Markdown file with its front matter apart. */
export interface FrontMatter {
  readonly fields: FrontMatterMap;
  /** Line of each field in the file, from 1, where it is known. */
  readonly lines: ReadonlyMap<string, number>;
  readonly body: string;
}

const FENCED = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/;

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
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const fenced = FENCED.exec(source);
  if (fenced === null) {
    report.note('There is no front matter between two lines of ---.', 1);
    return null;
  }
  const yaml = fenced[1] ?? '';
  const body = source.slice(fenced[0].length).trim();
  return { ...(parseStrictly(yaml, report) ?? parseByFields(yaml, knownFields, report)), body };
}

/** Lines of the opening fence before the first line of YAML. */
const FENCE_LINES = 1;

type Fields = Pick<FrontMatter, 'fields' | 'lines'>;

function parseStrictly(yaml: string, report: ItemReport): Fields | null {
  const lines = new LineCounter();
  try {
    // Failsafe: no scalar is anything but text, so nothing is lost by guessing types.
    const document = parseDocument(yaml, {
      version: '1.2',
      schema: 'failsafe',
      // The library compares each key with all others; a thousand times as many would stop everything for minutes.
      uniqueKeys: false,
      lineCounter: lines,
    });
    const flaw = flawOf(document);
    if (flaw === null) return fieldsOf(document, lines, report);
    report.note(flaw.reason, lineAt(lines, flaw.offset));
  } catch (error) {
    // Text can be nested so deep, or refer to itself so often, that following it exhausts the stack or a bound.
    report.note(`The YAML is broken: ${messageOf(error)}`);
  }
  return null;
}

interface Flaw {
  readonly reason: string;
  readonly offset: number;
}

function flawOf(document: Document.Parsed): Flaw | null {
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    return { reason: `The YAML is broken: ${firstLine(problem.message)}`, offset: problem.pos[0] };
  }
  let flaw: Flaw | null = null;
  let aliases = 0;
  visit(document, (_key, node, path) => {
    if (!isNode(node)) return undefined;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      aliases += 1;
      const holder = path.find((above) => isNode(above) && !isAlias(above) && above.anchor === node.source);
      if (holder !== undefined) flaw = { reason: 'An alias stands for what holds it.', offset };
    } else if (node.tag !== undefined) flaw = { reason: 'Tags are not read.', offset };
    else if (isMap(node)) flaw = repeatedKey(node);
    if (aliases > MAX_YAML_ALIASES)
      flaw = { reason: `There are more than ${MAX_YAML_ALIASES} aliases.`, offset };
    return flaw === null ? undefined : visit.BREAK;
  });
  if (flaw !== null) return flaw;
  const root = document.contents;
  return root === null || isMap(root) ? null : { reason: 'The YAML is no map of fields.', offset: 0 };
}

function repeatedKey(map: YAMLMap): Flaw | null {
  const keys = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (keys.has(name)) return { reason: `${name} is there more than once.`, offset: key.range?.[0] ?? 0 };
    keys.add(name);
  }
  return null;
}

function fieldsOf(document: Document.Parsed, counter: LineCounter, report: ItemReport): Fields {
  const fields = new Map<string, FrontMatterValue>();
  const lines = new Map<string, number>();
  const root = document.contents;
  for (const { key, value } of isMap(root) ? root.items : []) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const line = lineAt(counter, isNode(key) ? (key.range?.[0] ?? 0) : 0);
    fields.set(name, isNode(value) ? plain(value.toJS(document, { maxAliasCount: MAX_YAML_ALIASES })) : null);
    lines.set(name, line);
    if (isScalar(value) && value.type === 'PLAIN' && typeof value.comment === 'string') {
      report.note(`The text of ${name} ends at " #"; put it in quotes to keep what follows.`, line);
    }
    if (isSeq(value) && value.items.length === 0) fields.set(name, []);
  }
  return { fields, lines };
}

function parseByFields(yaml: string, knownFields: readonly string[], report: ItemReport): Fields {
  const fields = new Map<string, FrontMatterValue>();
  const lines = new Map<string, number>();
  const texts = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const [index, line] of yaml.split('\n').entries()) {
    const field = /^([A-Za-z][A-Za-z0-9_-]*):(?:[ \t](.*)|)$/.exec(line);
    const name = field?.[1];
    if (name !== undefined && knownFields.includes(name)) {
      current = [field?.[2] ?? ''];
      if (texts.has(name)) {
        report.note(`${name} is there more than once; the first is read.`, FENCE_LINES + 1 + index);
        continue;
      }
      texts.set(name, current);
      lines.set(name, FENCE_LINES + 1 + index);
    } else current?.push(line.trim());
  }
  for (const [name, parts] of texts) fields.set(name, unquoted(parts.join('\n').trim()));
  report.note(`The fields were read as plain text: ${[...fields.keys()].join(', ') || 'none'}.`);
  return { fields, lines };
}

/** Block markers and quotes around the whole text are notation, not text. */
function unquoted(text: string): string {
  const block = /^[|>][+-]?\n([\s\S]*)$/.exec(text)?.[1];
  if (block !== undefined) return block.trim();
  return /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1] ?? /^'((?:[^']|'')*)'$/s.exec(text)?.[1] ?? text;
}

function plain(value: unknown): FrontMatterValue {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object') {
    return new Map(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
  }
  return typeof value === 'string' ? value : null;
}

function lineAt(lines: LineCounter, offset: number): number {
  return FENCE_LINES + Math.max(1, lines.linePos(offset).line);
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? text).replace(/ at line \d+.*$/, '.');
}
