import type { FrontMatterFields, FrontMatterValue, YamlText } from './front-matter.js';
import { ItemReport } from './package-item.js';
import { readYamlFields } from './yaml-fields.js';

interface FieldText {
  readonly name: string;
  readonly line: number;
  /** The line on which the field begins, and all up to the next field. */
  readonly text: string[];
}

const FIELD = /^([A-Za-z][A-Za-z0-9_-]*):(?:[ \t].*|)$/;

/**
 * Reads YAML that is broken field by field. Only a known name at the start of a line begins a field, and everything up
 * to the next one is its text; so what merely looks like a field inside a description stays a part of it. A field that
 * is YAML by itself is read as such, any other as the text that is written there.
 */
export function readPlainFields(
  yaml: YamlText,
  knownFields: readonly string[],
  report: ItemReport,
): FrontMatterFields {
  const fields = new Map<string, FrontMatterValue>();
  const lines = new Map<string, number>();
  const asText: string[] = [];
  for (const field of fieldTexts(yaml, knownFields, report)) {
    if (fields.has(field.name)) {
      report.note(`${field.name} is there more than once; the first is read.`, field.line);
      continue;
    }
    const read = readAlone(field, report);
    for (const [name, value] of read?.fields ?? []) if (!fields.has(name)) fields.set(name, value);
    for (const [name, line] of read?.lines ?? []) if (!lines.has(name)) lines.set(name, line);
    if (read !== null) continue;
    fields.set(field.name, textOf(field));
    lines.set(field.name, field.line);
    asText.push(field.name);
  }
  if (fields.size === 0) report.note('No known field was found.', yaml.firstLine);
  const [first] = asText;
  if (first !== undefined) {
    report.note(`These fields were read as plain text: ${asText.join(', ')}.`, lines.get(first));
  }
  return { fields, lines };
}

function fieldTexts(
  { text, firstLine }: YamlText,
  knownFields: readonly string[],
  report: ItemReport,
): readonly FieldText[] {
  const known = new Set(knownFields);
  const found: FieldText[] = [];
  let lostLine: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const name = FIELD.exec(line)?.[1];
    if (name !== undefined && known.has(name)) {
      found.push({ name, line: firstLine + index, text: [line] });
    } else if (found.length > 0) found.at(-1)?.text.push(line);
    else if (line.trim() !== '') lostLine ??= firstLine + index;
  }
  if (lostLine !== null) report.note('What stands before the first known field was not read.', lostLine);
  return found;
}

/** The field, and fields that are not known behind it, where they are YAML without the rest of the file. */
function readAlone({ name, line, text }: FieldText, report: ItemReport): FrontMatterFields | null {
  // What is wrong with the field alone says nothing new: the whole was found broken before.
  const own = new ItemReport(report.kind, report.path);
  const read = readYamlFields({ text: text.join('\n'), firstLine: line }, own);
  if (read?.fields.has(name) !== true) return null;
  report.noteAll(own.diagnostics);
  return read;
}

function textOf({ name, text: [first = '', ...rest] }: FieldText): string {
  const parts = [first.slice(name.length + 1), ...rest].map((line) => line.trim());
  return unquoted(parts.join('\n').trim());
}

/** Block markers and quotes around the whole text are notation, not text. */
function unquoted(text: string): string {
  const block = /^[|>][+-]?\n([\s\S]*)$/.exec(text)?.[1];
  if (block !== undefined) return block.trim();
  return DOUBLE_QUOTED.exec(text)?.[1] ?? SINGLE_QUOTED.exec(text)?.[1]?.replaceAll("''", "'") ?? text;
}

const DOUBLE_QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
// An apostrophe inside a word ends no quotation, whatever YAML thinks.
const SINGLE_QUOTED = /^'((?:[^']|''|(?<=\p{L})'(?=\p{L}))*)'$/su;
