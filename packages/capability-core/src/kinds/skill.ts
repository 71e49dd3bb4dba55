import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import { firstIssue } from './first-issue.js';
import { SKILL_BYTES_MAX } from './limits.js';
import { publicNameFlaw } from './public-name.js';

/** What a skill is for: text to follow, or a persona of the whole session. `tool` is read like `instruction`. */
export type SkillKind = 'instruction' | 'persona' | 'tool';

/** Instructions that a model can look up; those of a persona stand in the system prompt. */
export interface Skill {
  /** Unique among the skills of a run; a package's skill is named `package:skill`. */
  readonly name: string;
  readonly description: string;
  /** Tools that the skill may use, as its author wrote them; absent when nothing was declared. */
  readonly allowedTools?: string;
  /** Whether only a person may start it: a model then neither finds nor loads it. */
  readonly disableModelInvocation: boolean;
  readonly kind: SkillKind;
  readonly content: string;
  readonly tags: readonly string[];
  readonly version?: string;
}

/** A skill that was looked at: a frozen copy of it, or why it cannot be one. */
export type CheckedSkill =
  | { readonly type: 'sound'; readonly skill: Skill }
  | { readonly type: 'flawed'; readonly reason: string };

const skillSchema = z.object({
  name: z.string(),
  description: z.string(),
  allowedTools: z.string().optional(),
  disableModelInvocation: z.boolean(),
  kind: z.enum(['instruction', 'persona', 'tool']),
  content: z.string(),
  tags: z.array(z.string()),
  version: z.string().optional(),
});

/** Checks what a host or an adapter gives as a skill: its form, its name, and that its texts fit 4 MiB. */
export function checkSkill(value: unknown): CheckedSkill {
  const parsed = skillSchema.safeParse(value);
  if (!parsed.success) {
    return { type: 'flawed', reason: firstIssue(parsed.error, 'skill') };
  }
  const { allowedTools, version, tags, ...required } = parsed.data;
  const flaw = publicNameFlaw(required.name);
  if (flaw !== null) {
    return { type: 'flawed', reason: flaw };
  }
  const { name, description, content } = required;
  const texts = [name, description, content, allowedTools ?? '', version ?? '', ...tags];
  const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
  if (bytes > SKILL_BYTES_MAX) {
    return {
      type: 'flawed',
      reason: `its texts take ${bytes} bytes; at most ${SKILL_BYTES_MAX} are accepted`,
    };
  }
  const skill: Skill = {
    ...required,
    tags: Object.freeze(tags),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    ...(version === undefined ? {} : { version }),
  };
  return { type: 'sound', skill: Object.freeze(skill) };
}
