import type { Skill, SkillKind } from '../kinds/skill.js';
import type { FrontMatter } from './front-matter.js';
import { ItemFields } from './item-fields.js';
import { itemNameFlaw } from './item-name.js';
import type { ItemReport } from './package-item.js';

const TEXT_OR_LIST = 'is neither a text nor a list of texts';
const USUAL_NAME = /^[a-z0-9-]{1,64}$/;
const MAX_USUAL_DESCRIPTION_CHARS = 1_024;
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** Makes a skill of front matter, field by field. */
export class SkillReader {
  readonly #fields: ItemFields;
  readonly #body: string;

  constructor(matter: FrontMatter, report: ItemReport) {
    this.#fields = new ItemFields(matter, report);
    this.#body = matter.body;
  }

  /** @throws {UnusableItem} */
  read(folder: string): Skill {
    const skill: Skill = Object.freeze({
      name: this.#name(folder),
      description: this.#description(),
      ...optional('allowedTools', this.#allowedTools()),
      disableModelInvocation: this.#flag('disable-model-invocation'),
      kind: this.#kind(),
      content: this.#body,
      tags: Object.freeze(this.#tags()),
      ...optional('version', this.#fields.text('version')),
    });
    const metadata = this.#fields.value('metadata');
    if (metadata !== null && !(metadata instanceof Map)) this.#fields.note('metadata', 'metadata is no map.');
    return skill;
  }

  #name(folder: string): string {
    const given = this.#fields.text('name');
    const name = given ?? folder;
    const flaw = itemNameFlaw(name);
    if (flaw !== null)
      throw this.#fields.unusable('name', `The name ${JSON.stringify(name)} cannot be used: it ${flaw}.`);
    if (given === undefined) {
      this.#fields.note('name', `There is no usable name; the folder's, ${folder}, is used.`);
      return name;
    }
    if (!USUAL_NAME.test(name))
      this.#fields.note('name', 'The name is not made of 1 to 64 lower-case letters, digits and hyphens.');
    if (name !== folder) this.#fields.note('name', `The name is not that of the folder, ${folder}.`);
    return name;
  }

  #description(): string {
    const value = this.#fields.text('description');
    if (value === undefined) throw this.#fields.unusable('description', 'A skill needs a description.');
    if (value.length > MAX_USUAL_DESCRIPTION_CHARS) {
      this.#fields.note(
        'description',
        `The description is longer than ${MAX_USUAL_DESCRIPTION_CHARS} characters.`,
      );
    }
    return value;
  }

  #allowedTools(): string | undefined {
    const field = 'allowed-tools';
    const names = this.#fields.list(field);
    if (names !== null) {
      this.#fields.note(field, `${field} is a list; a text with spaces between the tools is usual.`);
      return names.length === 0 ? undefined : names.join(', ');
    }
    const text = this.#fields.text(field, TEXT_OR_LIST);
    // A comma inside parentheses is a part of one tool's pattern. Read from `(` to `)` with another `(` between them, a
    // text of nothing but opening ones would be read to its end as often as it has them.
    if (text?.replace(/\([^()]*\)/g, '').includes(',') === true) {
      this.#fields.note(field, `${field} has commas between the tools; spaces are usual.`);
    }
    return text;
  }

  #flag(field: string): boolean {
    const value = this.#fields.text(field)?.toLowerCase();
    if (value === undefined) return false;
    if (YES.has(value)) return true;
    if (!NO.has(value)) this.#fields.note(field, `${field} is neither yes nor no; it counts as no.`);
    return false;
  }

  #kind(): SkillKind {
    const value = this.#fields.text('kind');
    if (value === 'persona' || value === 'tool' || value === 'instruction') return value;
    if (value !== undefined)
      this.#fields.note('kind', `kind ${JSON.stringify(value)} is not known; it is an instruction.`);
    return 'instruction';
  }

  #tags(): string[] {
    const value = this.#fields.value('tags');
    const list = Array.isArray(value) ? value : (this.#fields.text('tags', TEXT_OR_LIST)?.split(',') ?? []);
    const texts = list.filter((tag): tag is string => typeof tag === 'string').map((tag) => tag.trim());
    const tags = texts.filter((tag) => tag !== '');
    if (tags.length < list.length) this.#fields.note('tags', 'What is no text among the tags is left out.');
    return tags;
  }
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const entry: { [P in K]?: string } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
