import type { Skill } from '../kinds/skill.js';
import { messageOf } from '../lifecycle/bounded-message.js';

/** Says why a skill is not accepted, or nothing. One that throws, or gives anything else, has not accepted it. */
export type SkillValidator = (skill: Skill) => string | null | undefined;

/** Why a host does not accept a skill, cut to 1,024 bytes, or `null`. */
export function validatorFlaw(validator: SkillValidator | undefined, skill: Skill): string | null {
  if (validator === undefined) {
    return null;
  }
  try {
    const reason: unknown = validator(skill);
    return reason === null || reason === undefined
      ? null
      : messageOf(reason, 'the skill validator gave what is no reason');
  } catch (error) {
    return messageOf(error, 'the skill validator failed');
  }
}
