/** What a skill is for: text to follow, or a persona of the whole session. `tool` is read like `instruction`. */
export type SkillKind = 'instruction' | 'persona' | 'tool';

/** Instructions that a model can look up. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Tools that the skill may use, as its author wrote them; absent when nothing was declared. */
  readonly allowedTools?: string;
  /** Whether only a person may start it. */
  readonly disableModelInvocation: boolean;
  readonly kind: SkillKind;
  readonly content: string;
  readonly tags: readonly string[];
  readonly version?: string;
}
