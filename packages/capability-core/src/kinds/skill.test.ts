import { describe, expect, it } from 'vitest';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { SKILL_BYTES_MAX } from './limits.js';
import { checkSkill, type Skill } from './skill.js';

const NOTES: Skill = {
  name: 'field:notes',
  description: 'Takes notes.',
  allowedTools: 'Read',
  disableModelInvocation: false,
  kind: 'instruction',
  content: 'Write it down.',
  tags: ['writing'],
  version: '1.0',
};

describe('a skill', () => {
  it('is kept as a frozen copy, without what does not belong to it', () => {
    const given = { ...NOTES, tags: ['writing'], colour: 'red' };
    const checked = checkSkill(given);
    given.name = 'other';
    given.tags.push('more');
    expect(checked).toEqual({ type: 'sound', skill: NOTES });
    const skill = checked.type === 'sound' ? checked.skill : null;
    expect([Object.isFrozen(skill), Object.isFrozen(skill?.tags)]).toEqual([true, true]);
  });

  it('may leave out what need not be declared', () => {
    const { allowedTools: _tools, version: _version, ...plain } = NOTES;
    expect(checkSkill({ ...plain, allowedTools: undefined, version: undefined })).toStrictEqual({
      type: 'sound',
      skill: plain,
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'it is no skill'],
    ['a text', 'notes', 'it is no skill'],
    ['no name', { ...NOTES, name: undefined }, 'its name is refused'],
    ['an empty name', { ...NOTES, name: '' }, 'its name must not be empty'],
    ['a name of two lines', { ...NOTES, name: 'a\nb' }, 'its name must not hold control characters'],
    ['no description', { ...NOTES, description: 7 }, 'its description is refused'],
    ['an unknown kind', { ...NOTES, kind: 'spell' }, 'its kind is refused'],
    ['a tag that is no text', { ...NOTES, tags: ['a', 1] }, 'its tags.1 is refused'],
    ['tags in one text', { ...NOTES, tags: 'a' }, 'its tags is refused'],
    ['no content', { ...NOTES, content: null }, 'its content is refused'],
    ['a list of tools', { ...NOTES, allowedTools: ['Read'] }, 'its allowedTools is refused'],
    ['a number as version', { ...NOTES, version: 1 }, 'its version is refused'],
    ['no word on models', { ...NOTES, disableModelInvocation: undefined }, 'its disableModelInvocation is'],
  ])('is refused with %s', (_what, value, reason) => {
    expect(checkSkill(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('has a name of at most so many bytes', () => {
    const name = 'é'.repeat(MAX_PUBLIC_NAME_BYTES / 2);
    expect(checkSkill({ ...NOTES, name })).toMatchObject({ type: 'sound' });
    expect(checkSkill({ ...NOTES, name: `${name}x` })).toEqual({
      type: 'flawed',
      reason: `its name takes over ${MAX_PUBLIC_NAME_BYTES} bytes`,
    });
  });

  it('has texts of at most so many bytes together', () => {
    const { name, description, allowedTools = '', tags, version = '' } = NOTES;
    const others = [name, description, allowedTools, ...tags, version].join('').length;
    const content = `é${'x'.repeat(SKILL_BYTES_MAX - others - 2)}`;
    expect(checkSkill({ ...NOTES, content })).toMatchObject({ type: 'sound' });
    expect(checkSkill({ ...NOTES, content: `${content}x` })).toEqual({
      type: 'flawed',
      reason: `its texts take ${SKILL_BYTES_MAX + 1} bytes; at most ${SKILL_BYTES_MAX} are accepted`,
    });
  });
});
