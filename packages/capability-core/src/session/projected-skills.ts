import { checkSkill } from '../kinds/skill.js';
import { projectedReader } from './projected-values.js';

/** Frozen copies of a generation's skills. */
export const projectedSkills = projectedReader('skill', (value) => {
  if (value.kind !== 'skill') return null;
  const checked = checkSkill(value.skill);
  return checked.type === 'flawed' ? checked : { value: checked.skill };
});
