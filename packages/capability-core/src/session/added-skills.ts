import type { Skill } from '../kinds/skill.js';

/** The skills that a host added beside the published ones: for each name those added so far, the last one first. */
export class AddedSkills {
  readonly #byName = new Map<string, readonly [Skill, ...Skill[]]>();
  #size = 0;

  /** Skills that were added and not removed, those included that others stand before. */
  get size(): number {
    return this.#size;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The skill in front for each name. */
  values(): readonly Skill[] {
    return [...this.#byName.values()].map(([front]) => front);
  }

  add(skill: Skill): 'added' | 'replaced' {
    const before = this.#byName.get(skill.name) ?? [];
    this.#byName.set(skill.name, [skill, ...before]);
    this.#size += 1;
    return before.length === 0 ? 'added' : 'replaced';
  }

  /** Removes the skill in front; `null` when there is none. */
  remove(name: string): 'removed' | 'restored' | null {
    const skills = this.#byName.get(name);
    if (skills === undefined) {
      return null;
    }
    this.#size -= 1;
    const [, next, ...others] = skills;
    if (next === undefined) {
      this.#byName.delete(name);
      return 'removed';
    }
    this.#byName.set(name, [next, ...others]);
    return 'restored';
  }
}
