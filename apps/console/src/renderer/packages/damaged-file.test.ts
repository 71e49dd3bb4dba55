import { expect, it } from 'vitest';
import { damagedFile } from './damaged-file.js';

it('names a damaged file as its package does, and one outside of any content as it is', () => {
  expect(damagedFile(`content/${'0f'.repeat(32)}/skills/a/SKILL.md`)).toBe('skills/a/SKILL.md');
  expect(damagedFile(`packages/${'0f'.repeat(32)}.json`)).toBe(`packages/${'0f'.repeat(32)}.json`);
});
