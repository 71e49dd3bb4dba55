import { checkSkill, type Skill } from '../kinds/skill.js';
import { ADDED_SKILLS_MAX } from './limits.js';
import { assertSkillNameAvailable } from './name-guard.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';
import { validatorFlaw } from './skill-validator.js';

/** Adds a host's skill, in front of one that it added before, unless a published one has its name. */
export function addSkill(state: SessionState, given: Skill): void {
  let skill: Skill;
  try {
    skill = addable(state, given);
  } catch (error) {
    throw refuseRegistration(state, { kind: 'skill', publicName: given?.name }, error);
  }
  const action = state.addedSkills.add(skill);
  state.emit({ type: 'registration', kind: 'skill', publicName: skill.name, action });
}

/** Takes a host's skill away. */
export function removeSkill(state: SessionState, name: string): boolean {
  const { id: sessionId, closed, addedSkills } = state;
  if (closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const action = addedSkills.remove(name);
  if (action !== null) {
    state.emit({ type: 'registration', kind: 'skill', publicName: name, action });
  }
  return action !== null;
}

function addable(state: SessionState, given: Skill): Skill {
  const { id: sessionId, closed, addedSkills, settings } = state;
  if (closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const checked = checkSkill(given);
  if (checked.type === 'flawed') {
    throw new SessionError({ code: 'skill-invalid', sessionId, reason: checked.reason });
  }
  const { skill } = checked;
  assertSkillNameAvailable(state.catalog.current.projection, skill.name);
  const reason = validatorFlaw(settings.skillValidator, skill);
  if (reason !== null) {
    throw new SessionError({ code: 'skill-invalid', sessionId, reason });
  }
  if (addedSkills.size >= ADDED_SKILLS_MAX) {
    throw new SessionError({ code: 'added-skill-limit-reached', sessionId, max: ADDED_SKILLS_MAX });
  }
  return skill;
}
