import type { Sha256Digest } from '../identity/sha256-digest.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import type { Skill, SkillKind } from '../kinds/skill.js';
import { type FrontMatterMap, type FrontMatterValue, readFrontMatter } from './front-matter.js';
import { MAX_SKILL_NAME_BYTES } from './limits.js';
import { ItemReport, type ReadItem } from './package-item.js';

/** A skill as a package brings it; its name does not have the package's yet. */
export interface PackagedSkill {
  readonly skill: Skill;
  readonly path: string;
  /** Of the bytes of its file. */
  readonly digest: Sha256Digest;
}

const KNOWN_FIELDS = [
  'name',
  'description',
  'allowed-tools',
  'disable-model-invocation',
  'kind',
  'tags',
  'version',
  'license',
  'compatibility',
  'metadata',
  'argument-hint',
  'model',
];
const USUAL_NAME = /^[a-z0-9-]{1,64}$/;
const MAX_USUAL_DESCRIPTION_CHARS = 1_024;
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** A skill that is refused as a whole: a field is there and cannot mean what it must. */
class UnusableSkill extends Error {}

/**
 * Reads one `SKILL.md`. Everything unusual that can still be understood is loaded and noted.
 *
 * @param folder Name of the skill's folder, which stands in for a missing name.
 */
export function readSkillFile(
  { path, digest }: { readonly path: string; readonly digest: Sha256Digest },
  folder: string,
  text: string,
): ReadItem<PackagedSkill> {
  const report = new ItemReport('skill', path);
  const matter = readFrontMatter(text, KNOWN_FIELDS, report);
  if (matter === null) return report.skipped(folder, 'A skill needs a description.', 1);
  const lineOf = (field: string) => matter.lines.get(field);
  try {
    const name = skillName(matter.fields, folder, report, lineOf('name'));
    const skill: Skill = Object.freeze({
      name,
      description: description(matter.fields, report, lineOf('description')),
      ...optional('allowedTools', allowedTools(matter.fields.get('allowed-tools'))),
      disableModelInvocation: flag(matter.fields, 'disable-model-invocation', report, lineOf),
      kind: kind(matter.fields, report, lineOf('kind')),
      content: matter.body,
      tags: Object.freeze(tags(matter.fields.get('tags'))),
      ...optional('version', textOf(matter.fields.get('version'))),
    });
    if (matter.fields.has('metadata') && !(matter.fields.get('metadata') instanceof Map)) {
      report.note('metadata is no map.', lineOf('metadata'));
    }
    return report.loaded(name, Object.freeze({ skill, path, digest }));
  } catch (error) {
    if (!(error instanceof UnusableSkill)) throw error;
    return report.skipped(folder, error.message);
  }
}

function skillName(fields: FrontMatterMap, folder: string, report: ItemReport, line?: number): string {
  const given = textOf(fields.get('name'));
  const name = given ?? folder;
  const flaw = nameFlaw(name);
  if (flaw !== null) throw new UnusableSkill(`The name ${JSON.stringify(name)} cannot be used: it ${flaw}.`);
  if (given === undefined) report.note(`There is no usable name; the folder's, ${folder}, is used.`, line);
  else if (!USUAL_NAME.test(name)) report.note('The name is not 1 to 64 of a-z 0-9 -.', line);
  else if (name !== folder) report.note(`The name is not that of the folder, ${folder}.`, line);
  return name;
}

function nameFlaw(name: string): string | null {
  if (name.includes(':')) return 'must not hold a colon';
  if (utf8Length(name) > MAX_SKILL_NAME_BYTES) return `must not be longer than ${MAX_SKILL_NAME_BYTES} bytes`;
  return textFlaw(name);
}

function description(fields: FrontMatterMap, report: ItemReport, line?: number): string {
  const value = textOf(fields.get('description'));
  if (value === undefined) throw new UnusableSkill('A skill needs a description.');
  if (value.length > MAX_USUAL_DESCRIPTION_CHARS) {
    report.note(`The description is longer than ${MAX_USUAL_DESCRIPTION_CHARS} characters.`, line);
  }
  return value;
}

function allowedTools(value: FrontMatterValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) {
    const names = value.filter((entry): entry is string => typeof entry === 'string');
    if (names.length === value.length) return names.join(', ');
  }
  throw new UnusableSkill('allowed-tools is neither a text nor a list of texts.');
}

function flag(
  fields: FrontMatterMap,
  field: string,
  report: ItemReport,
  lineOf: (field: string) => number | undefined,
): boolean {
  const value = textOf(fields.get(field))?.toLowerCase();
  if (value === undefined) return false;
  if (YES.has(value)) return true;
  if (!NO.has(value)) report.note(`${field} is neither yes nor no; it counts as no.`, lineOf(field));
  return false;
}

function kind(fields: FrontMatterMap, report: ItemReport, line?: number): SkillKind {
  const value = textOf(fields.get('kind'));
  if (value === 'persona' || value === 'tool' || value === 'instruction') return value;
  if (value !== undefined)
    report.note(`kind ${JSON.stringify(value)} is not known; it is an instruction.`, line);
  return 'instruction';
}

function tags(value: FrontMatterValue | undefined): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list.map((tag) => (typeof tag === 'string' ? tag.trim() : '')).filter((tag) => tag !== '');
}

/** Text that says something. */
function textOf(value: FrontMatterValue | undefined): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const entry: { [P in K]?: string } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
