import { textFlaw, utf8Length } from '../identity/text-rules.js';
import type { Skill, SkillKind } from '../kinds/skill.js';
import type { FrontMatter, FrontMatterMap } from './front-matter.js';
import { MAX_SKILL_NAME_BYTES } from './limits.js';
import type { ItemReport } from './package-item.js';

const TEXT_OR_LIST = 'is neither a text nor a list of texts';
const USUAL_NAME = /^[a-z0-9-]{1,64}$/;
const MAX_USUAL_DESCRIPTION_CHARS = 1_024;
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** A skill that is refused as a whole: a field is there and cannot mean what it must. */
export class UnusableSkill extends Error {
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.line = line;
  }
}

/** Makes a skill of front matter, field by field. */
export class SkillReader {
  readonly #fields: FrontMatterMap;
  readonly #lineOf: (field: string) => number;
  readonly #body: string;
  readonly #report: ItemReport;

  constructor({ fields, lines, line, body }: FrontMatter, report: ItemReport) {
    this.#fields = fields;
    this.#lineOf = (field) => lines.get(field) ?? line;
    this.#body = body;
    this.#report = report;
  }

  /** @throws {UnusableSkill} */
  read(folder: string): Skill {
    const skill: Skill = Object.freeze({
      name: this.#name(folder),
      description: this.#description(),
      ...optional('allowedTools', this.#allowedTools()),
      disableModelInvocation: this.#flag('disable-model-invocation'),
      kind: this.#kind(),
      content: this.#body,
      tags: Object.freeze(this.#tags()),
      ...optional('version', this.#text('version')),
    });
    const metadata = this.#fields.get('metadata') ?? null;
    if (metadata !== null && !(metadata instanceof Map)) this.#note('metadata', 'metadata is no map.');
    return skill;
  }

  #name(folder: string): string {
    const given = this.#text('name');
    const name = given ?? folder;
    const flaw = nameFlaw(name);
    if (flaw !== null)
      throw this.#unusable('name', `The name ${JSON.stringify(name)} cannot be used: it ${flaw}.`);
    if (given === undefined) {
      this.#note('name', `There is no usable name; the folder's, ${folder}, is used.`);
      return name;
    }
    if (!USUAL_NAME.test(name))
      this.#note('name', 'The name is not made of 1 to 64 lower-case letters, digits and hyphens.');
    if (name !== folder) this.#note('name', `The name is not that of the folder, ${folder}.`);
    return name;
  }

  #description(): string {
    const value = this.#text('description');
    if (value === undefined) throw this.#unusable('description', 'A skill needs a description.');
    if (value.length > MAX_USUAL_DESCRIPTION_CHARS) {
      this.#note('description', `The description is longer than ${MAX_USUAL_DESCRIPTION_CHARS} characters.`);
    }
    return value;
  }

  #allowedTools(): string | undefined {
    const field = 'allowed-tools';
    const value = this.#fields.get(field);
    if (Array.isArray(value)) {
      const names = value.filter((entry): entry is string => typeof entry === 'string');
      if (names.length < value.length)
        throw this.#unusable(field, `${field} holds something that is no text.`);
      this.#note(field, `${field} is a list; a text with spaces between the tools is usual.`);
      return names.length === 0 ? undefined : names.join(', ');
    }
    const text = this.#text(field, TEXT_OR_LIST);
    // A comma inside parentheses is a part of one tool's pattern. Read from `(` to `)` with another `(` between them, a
    // text of nothing but opening ones would be read to its end as often as it has them.
    if (text?.replace(/\([^()]*\)/g, '').includes(',') === true) {
      this.#note(field, `${field} has commas between the tools; spaces are usual.`);
    }
    return text;
  }

  #flag(field: string): boolean {
    const value = this.#text(field)?.toLowerCase();
    if (value === undefined) return false;
    if (YES.has(value)) return true;
    if (!NO.has(value)) this.#note(field, `${field} is neither yes nor no; it counts as no.`);
    return false;
  }

  #kind(): SkillKind {
    const value = this.#text('kind');
    if (value === 'persona' || value === 'tool' || value === 'instruction') return value;
    if (value !== undefined)
      this.#note('kind', `kind ${JSON.stringify(value)} is not known; it is an instruction.`);
    return 'instruction';
  }

  #tags(): string[] {
    const value = this.#fields.get('tags');
    const list = Array.isArray(value) ? value : (this.#text('tags', TEXT_OR_LIST)?.split(',') ?? []);
    const texts = list.filter((tag): tag is string => typeof tag === 'string').map((tag) => tag.trim());
    const tags = texts.filter((tag) => tag !== '');
    if (tags.length < list.length) this.#note('tags', 'What is no text among the tags is left out.');
    return tags;
  }

  /** Text that says something. */
  #text(field: string, expected = 'is no text'): string | undefined {
    const value = this.#fields.get(field) ?? null;
    if (value !== null && typeof value !== 'string') throw this.#unusable(field, `${field} ${expected}.`);
    const text = value?.trim() ?? '';
    return text === '' ? undefined : text;
  }

  #note(field: string, reason: string): void {
    this.#report.note(reason, this.#lineOf(field));
  }

  #unusable(field: string, reason: string): UnusableSkill {
    return new UnusableSkill(reason, this.#lineOf(field));
  }
}

function nameFlaw(name: string): string | null {
  if (name.includes(':')) return 'must not hold a colon';
  if (utf8Length(name) > MAX_SKILL_NAME_BYTES) return `must not be longer than ${MAX_SKILL_NAME_BYTES} bytes`;
  return textFlaw(name);
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const entry: { [P in K]?: string } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
