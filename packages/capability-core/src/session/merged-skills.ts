import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { Skill } from '../kinds/skill.js';
import type { AddedSkills } from './added-skills.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { projectedSkills } from './projected-skills.js';
import { type SkillValidator, validatorFlaw } from './skill-validator.js';

/**
 * The skills of a generation and those of the host, sorted by name.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict` or `runtime-value-invalid`
 */
export function mergedSkills(
  projection: CapabilityProjection,
  added: AddedSkills,
  validator: SkillValidator | undefined,
): ReadonlyMap<string, Skill> {
  const merged = new Map<string, Skill>();
  for (const { value: skill } of projectedSkills(projection)) {
    if (added.has(skill.name)) {
      throw conflict(skill);
    }
    const reason = validatorFlaw(validator, skill);
    if (reason !== null) {
      throw new CapabilityRuntimeError({
        code: 'runtime-value-invalid',
        kind: 'skill',
        publicName: skill.name,
        reason,
      });
    }
    merged.set(skill.name, skill);
  }
  for (const skill of added.values()) {
    // A validator is the host's own code, and may have added one meanwhile.
    if (merged.has(skill.name)) {
      throw conflict(skill);
    }
    merged.set(skill.name, skill);
  }
  return new Map([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function conflict({ name: publicName }: Skill): CapabilityRuntimeError {
  const heldBy = 'a skill added by the host';
  return new CapabilityRuntimeError({ code: 'runtime-name-conflict', kind: 'skill', publicName, heldBy });
}
