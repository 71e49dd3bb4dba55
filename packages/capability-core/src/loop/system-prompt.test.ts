import { describe, expect, it } from 'vitest';
import { skillOf } from '../../test/skill-builders.js';
import type { Skill } from '../kinds/skill.js';
import {
  LISTED_DESCRIPTION_BYTES_MAX,
  LISTED_SKILLS_BYTES_MAX,
  LISTED_SKILLS_MAX,
  PERSONAS_BYTES_MAX,
} from './limits.js';
import { systemPrompt } from './system-prompt.js';

function promptOf(skills: readonly Skill[], instructions: string | null = null): string {
  return systemPrompt(instructions, new Map(skills.map((skill) => [skill.name, skill]))) ?? 'none';
}

/** The lines of the list that name a skill. */
function listed(prompt: string): readonly string[] {
  return prompt.split('\n').filter((line) => line.startsWith('- '));
}

describe('the system prompt', () => {
  it('is what the host said when there is no skill', () => {
    expect(promptOf([], 'Be brief.')).toBe('Be brief.');
    expect(systemPrompt('', new Map())).toBe('');
    expect(systemPrompt(null, new Map())).toBeNull();
    expect(promptOf([skillOf('a', { disableModelInvocation: true })])).toBe('none');
  });

  it('holds the host’s words, then the personas, then the list of skills', () => {
    const prompt = promptOf(
      [
        skillOf('b', { description: 'Takes\nnotes.', content: 'Hidden.' }),
        skillOf('a', { kind: 'persona', content: 'You are Ada.', description: 'Ada' }),
        skillOf('c', { kind: 'tool', description: 'Draws.' }),
        skillOf('d', { disableModelInvocation: true, description: 'For people.' }),
      ],
      'Be brief.',
    );
    expect(prompt.split('\n\n')).toEqual([
      'Be brief.',
      'You are Ada.',
      expect.stringMatching(/^There are skills[^\n]*Skill\.\n- b: Takes notes\.\n- c: Draws\.$/u),
    ]);
  });

  it('has a persona that a model may not start: it is no model that starts it', () => {
    expect(promptOf([skillOf('a', { kind: 'persona', disableModelInvocation: true, content: 'Ada.' })])).toBe(
      'Ada.',
    );
  });

  it('holds personas up to its bound, and says what it left out', () => {
    const half = (PERSONAS_BYTES_MAX - 2) / 2;
    const personas = ['a', 'b'].map((name) => skillOf(name, { kind: 'persona', content: name.repeat(half) }));
    expect(promptOf(personas)).toBe(`${'a'.repeat(half)}\n\n${'b'.repeat(half)}`);
    const over = [...personas, skillOf('c', { kind: 'persona', content: 'c' })];
    expect(promptOf(over)).toContain(
      `b\n[cut: the first ${PERSONAS_BYTES_MAX} of ${PERSONAS_BYTES_MAX + 3} bytes are shown]`,
    );
  });

  it('lists so many skills, and says where the others are', () => {
    const skills = Array.from({ length: LISTED_SKILLS_MAX + 1 }, (_, n) => skillOf(`skill-${n}`));
    const all = promptOf(skills.slice(1));
    expect(listed(all)).toHaveLength(LISTED_SKILLS_MAX);
    expect(all).not.toContain('search_skills');
    const cut = promptOf(skills);
    expect(listed(cut)).toHaveLength(LISTED_SKILLS_MAX);
    expect(cut).toContain(
      `\n${LISTED_SKILLS_MAX} of ${LISTED_SKILLS_MAX + 1} skills are listed; find the others with the tool search_skills.`,
    );
  });

  it('lists skills up to its bound of bytes', () => {
    const lineBytes = LISTED_SKILLS_BYTES_MAX / 64;
    const fits = Array.from({ length: 64 }, (_, n) => {
      const title = `skill-${n}`.padEnd(100, 'x');
      return skillOf(title, { description: 'd'.repeat(lineBytes - `- ${title}: \n`.length) });
    });
    expect(listed(promptOf(fits))).toHaveLength(64);
    const [first, ...others] = fits;
    const over = [skillOf(`${first?.name}x`, { description: first?.description ?? '' }), ...others];
    expect(listed(promptOf(over))).toHaveLength(63);
  });

  it('cuts a long description in the list', () => {
    const description = 'd'.repeat(LISTED_DESCRIPTION_BYTES_MAX);
    expect(promptOf([skillOf('a', { description })])).toContain(`- a: ${description}`);
    expect(promptOf([skillOf('a', { description: `${description}d` })])).toContain('d…');
  });
});
