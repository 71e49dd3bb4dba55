import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { FrontMatterFields, FrontMatterValue, YamlText } from './front-matter.js';
import { MAX_YAML_ALIASES } from './limits.js';
import type { ItemReport } from './package-item.js';

/** Names are the text that they are, whatever YAML would make of them. */
const ALWAYS_TEXT: ReadonlySet<string> = new Set(['name']);
const NULL = /^(?:null|Null|NULL|~)$/;

/**
 * Reads a text as one YAML map of fields. Nothing in it is executed.
 *
 * @returns `null` when it is no map, is broken, or holds what is not read (tags, repeated keys, aliases without end);
 * why is in the report.
 */
export function readYamlFields({ text, firstLine }: YamlText, report: ItemReport): FrontMatterFields | null {
  const lines = new LineCounter();
  const lineAt = (offset: number) => firstLine - 1 + Math.max(1, lines.linePos(offset).line);
  try {
    // Failsafe: no scalar is anything but text, so nothing is lost by guessing types.
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'failsafe',
      // The library compares each key with all others; a thousand times as many would stop everything for minutes.
      uniqueKeys: false,
      // Nor is the text around each error wanted: there may be as many errors as colons.
      prettyErrors: false,
      lineCounter: lines,
    });
    const flaw = flawOf(document);
    if (flaw !== null) report.note(flaw.reason, lineAt(flaw.offset));
    else return fieldsOf(document, lineAt, report);
  } catch (error) {
    // Text can be nested so deep, or refer to itself so often, that following it exhausts the stack or a bound.
    report.note(broken(messageOf(error)));
  }
  return null;
}

const TAGGED = 'Tags are not read.';

interface Flaw {
  readonly reason: string;
  readonly offset: number;
}

function flawOf(document: Document.Parsed): Flaw | null {
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const isTag = problem.code === 'TAG_RESOLVE_FAILED';
    const reason = isTag ? TAGGED : broken(problem.message);
    return { reason, offset: problem.pos[0] };
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
    } else if (node.tag !== undefined) flaw = { reason: TAGGED, offset };
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

function fieldsOf(
  document: Document.Parsed,
  lineAt: (offset: number) => number,
  report: ItemReport,
): FrontMatterFields {
  const fields = new Map<string, FrontMatterValue>();
  const lines = new Map<string, number>();
  const root = document.contents;
  for (const { key, value } of isMap(root) ? root.items : []) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const line = lineAt(isNode(key) ? (key.range?.[0] ?? 0) : 0);
    lines.set(name, line);
    fields.set(name, isNode(value) ? fieldValue(name, value, document) : null);
    if (isNode(value)) noteCutTexts(name, value, lineAt, report);
  }
  return { fields, lines };
}

function fieldValue(name: string, node: Node, document: Document.Parsed): FrontMatterValue {
  if (isScalar(node) && node.type === 'PLAIN' && !ALWAYS_TEXT.has(name) && NULL.test(String(node.value))) {
    return null;
  }
  // The library gives an empty list of its failsafe schema as null.
  if (isSeq(node) && node.items.length === 0) return [];
  // The library counts what an alias stands for as the first of them.
  return plain(node.toJS(document, { maxAliasCount: MAX_YAML_ALIASES + 1 }));
}

function plain(value: unknown): FrontMatterValue {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object') {
    return new Map(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
  }
  return typeof value === 'string' ? value : null;
}

function noteCutTexts(
  field: string,
  value: Node,
  lineAt: (offset: number) => number,
  report: ItemReport,
): void {
  const note = (what: string, { range }: Scalar) =>
    report.note(`${what} ends at " #"; put it in quotes to keep what follows.`, lineAt(range?.[0] ?? 0));
  if (isScalar(value)) {
    if (isCut(value)) note(`The text of ${field}`, value);
    return;
  }
  visit(value, {
    Scalar: (key, scalar) => {
      if (key !== 'key' && isCut(scalar)) note(`A text in ${field}`, scalar);
    },
  });
}

function isCut({ type, comment }: Scalar): boolean {
  return type === 'PLAIN' && typeof comment === 'string';
}

function broken(message: string): string {
  return `The YAML is broken: ${(message.split('\n')[0] ?? message).replace(/\.$/, '')}.`;
}
