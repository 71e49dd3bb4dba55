import type { CapabilityProjection } from '../catalog/capability-projection.js';
import { checkSkill, type Skill } from '../kinds/skill.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/** What was read once serves each run: whoever made the skills may change them, but not what a generation holds. */
const read = new WeakMap<CapabilityProjection, readonly Skill[]>();

/**
 * Frozen copies of a generation's skills, as they were when this was first asked, which is before its publication.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function projectedSkills(projection: CapabilityProjection): readonly Skill[] {
  const known = read.get(projection);
  if (known !== undefined) {
    return known;
  }
  const skills = projection.entries.flatMap(({ descriptor: { publicName }, value }) => {
    if (value.kind !== 'skill') {
      return [];
    }
    const checked = checkSkill(value.skill);
    if (checked.type === 'flawed') {
      const { reason } = checked;
      throw new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind: 'skill', publicName, reason });
    }
    return [checked.skill];
  });
  read.set(projection, skills);
  return skills;
}
