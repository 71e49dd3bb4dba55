import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { Skill } from '../kinds/skill.js';
import { type FrontMatterMap, readFrontMatter } from './front-matter.js';
import { UnusableItem } from './item-fields.js';
import { ItemReport, type ReadItem } from './package-item.js';
import { SkillReader } from './skill-reader.js';
import { noteNoUtf8 } from './text-flaws.js';

/** A skill as a package brings it; its name does not have the package's yet. */
export interface PackagedSkill {
  readonly skill: Skill;
  readonly path: string;
  /** Of the bytes of its file. */
  readonly digest: Sha256Digest;
  /** Every field of its front matter, those that mean something here and all others, as they were read. */
  readonly fields: FrontMatterMap;
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
const USUAL_FILE = 'SKILL.md';

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
  noteUnusualFile(path, text, report);
  const matter = readFrontMatter(text, KNOWN_FIELDS, report);
  if (matter === null) return report.skipped(folder, 'A skill needs a description.', 1);
  try {
    const skill = new SkillReader(matter, report).read(folder);
    return report.loaded(skill.name, Object.freeze({ skill, path, digest, fields: matter.fields }));
  } catch (error) {
    if (!(error instanceof UnusableItem)) throw error;
    return report.skipped(folder, error.message, error.line);
  }
}

function noteUnusualFile(path: string, text: string, report: ItemReport): void {
  const name = path.split('/').at(-1);
  if (name !== USUAL_FILE) report.note(`The file is named ${name}, and not ${USUAL_FILE}.`);
  noteNoUtf8(text, report);
}
