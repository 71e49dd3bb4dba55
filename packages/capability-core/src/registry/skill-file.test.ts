import { describe, expect, it } from 'vitest';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { MAX_DIAGNOSTICS_PER_ITEM, MAX_ITEM_NAME_BYTES, MAX_YAML_ALIASES } from './limits.js';
import { readSkillFile } from './skill-file.js';

const file = { path: 'skills/notes/SKILL.md', digest: Sha256Digest.ofText('') };
const read = (frontMatter: string, body = '') =>
  readSkillFile(file, 'notes', `---\n${frontMatter}\n---\n${body}`);
const skillOf = (frontMatter: string) => read(frontMatter).value?.skill;
const reasons = (frontMatter: string) => read(frontMatter).item.diagnostics.map(({ reason }) => reason);

/** Lists of ten, each of the one before. */
function laughs(levels: number): string {
  const lists = Array.from({ length: levels }, (_, level) => {
    const entry = level === 0 ? 'ha' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => entry).join(', ')}]`;
  });
  return lists.join('\n');
}

describe('SKILL.md', () => {
  it('is read with all its fields', () => {
    const { item, value } = read(
      [
        'name: notes',
        'description: >',
        '  Two',
        '  lines.',
        'allowed-tools: Read Bash(git:*, ls)',
        'disable-model-invocation: yes',
        'kind: persona',
        'tags: [field, notes]',
        'version: 1.0',
        'unknown: kept quiet',
      ].join('\n'),
      '\n# Body\n---\nmore\n',
    );
    expect(item).toMatchObject({ name: 'notes', outcome: 'loaded', diagnostics: [] });
    expect(value?.skill).toEqual({
      name: 'notes',
      description: 'Two\nlines.'.replace('\n', ' '),
      allowedTools: 'Read Bash(git:*, ls)',
      disableModelInvocation: true,
      kind: 'persona',
      content: '# Body\n---\nmore',
      tags: ['field', 'notes'],
      version: '1.0',
    });
  });

  it('reads names as the text they are', () => {
    expect(skillOf('name: 3000\ndescription: d')?.name).toBe('3000');
    expect(skillOf('name: true\ndescription: 0x10')).toMatchObject({ name: 'true', description: '0x10' });
  });

  it('may have a name up to the limit', () => {
    expect(skillOf(`name: ${'n'.repeat(MAX_ITEM_NAME_BYTES)}\ndescription: d`)?.name).toHaveLength(
      MAX_ITEM_NAME_BYTES,
    );
  });

  it('takes a byte order mark and Windows line ends for what they are', () => {
    const text = '\uFEFF---\r\nname: notes\r\ndescription: d\r\n---\r\nOne\r\nTwo\r\n';
    expect(readSkillFile(file, 'notes', text).value?.skill.content).toBe('One\nTwo');
  });

  it('joins a list of allowed tools and splits tags', () => {
    const skill = skillOf('name: notes\ndescription: d\nallowed-tools: [Read, Write]\ntags: a, b');
    expect(skill).toMatchObject({ allowedTools: 'Read, Write', tags: ['a', 'b'] });
  });

  it('notes what is unusual and loads it', () => {
    expect(reasons('name: Note Taker\ndescription: d')[0]).toContain('not made of 1 to 64');
    expect(reasons('name: other\ndescription: d')[0]).toContain('not that of the folder');
    expect(reasons('description: d')[0]).toContain('no usable name');
    expect(skillOf('description: d')?.name).toBe('notes');
    expect(reasons(`name: notes\ndescription: ${'d'.repeat(1_024)}`)).toEqual([]);
    expect(reasons(`name: notes\ndescription: ${'d'.repeat(1_025)}`)[0]).toContain('longer than 1024');
    expect(reasons('name: notes\ndescription: d\nmetadata: text')[0]).toContain('no map');
    expect(reasons('name: notes\ndescription: d\nkind: odd')[0]).toContain('not known');
    expect(reasons('name: notes\ndescription: d\ndisable-model-invocation: perhaps')[0]).toContain('no');
    expect(read('name: notes\ndescription: short # the rest').item.diagnostics[0]).toEqual({
      path: file.path,
      line: 3,
      reason: expect.stringContaining('" #"'),
    });
  });

  it('recovers broken YAML by its known fields', () => {
    const { item, value } = read(
      'name: notes\ndescription: Use when: the user says\n<example>\nuser: hello\n</example>\nallowed-tools: "Read"',
    );
    expect(value?.skill).toMatchObject({
      name: 'notes',
      description: 'Use when: the user says\n<example>\nuser: hello\n</example>',
      allowedTools: 'Read',
    });
    expect(item.outcome).toBe('loaded-with-diagnostics');
    expect(item.diagnostics[0]).toMatchObject({ line: 3 });
  });

  it('refuses tags, repeated keys and alias bombs as YAML, and reads the fields as text instead', () => {
    expect(skillOf('name: !!js/function "x"\ndescription: d')?.name).toBe('!!js/function "x"');
    expect(skillOf('name: !!str notes\ndescription: d')?.name).toBe('!!str notes');
    expect(skillOf('name: one\nname: two\ndescription: d')?.name).toContain('one');
    const bomb = [
      'a: &a [x]',
      ...Array.from({ length: MAX_YAML_ALIASES + 1 }, (_, index) => `k${index}: *a`),
    ].join('\n');
    expect(reasons(`name: notes\ndescription: d\n${bomb}`)[0]).toContain('more than 100 aliases');
    const allowed = bomb.split('\n').slice(0, -1).join('\n');
    expect(reasons(`name: notes\ndescription: d\n${allowed}`)).toEqual([]);
  });

  it.each([
    ['an alias for the list that holds it', 'more: &a [*a]'],
    ['an alias for the map that holds it', 'more: &a { key: { deeper: *a } }'],
    ['a key that comes twice further in', 'more: { key: a, key: b }'],
    ['few aliases that stand for very much', laughs(9)],
    ['too many levels to be followed', `more: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('is read as plain text where its YAML holds %s', (_what, yaml) => {
    const { item, value } = read(`name: notes\ndescription: d\n${yaml}`);
    expect(value?.skill).toMatchObject({ name: 'notes', description: expect.stringMatching(/^d/) });
    expect(item.diagnostics.map(({ reason }) => reason)).toContain(
      'These fields were read as plain text: description.',
    );
  });

  it('resolves an alias for an earlier field', () => {
    expect(skillOf('name: &name notes\ndescription: *name')?.description).toBe('notes');
  });

  it('is read in time that grows with its length alone', () => {
    const fields = Array.from({ length: 30_000 }, (_, index) => `field-${index}: text`).join('\n');
    expect(reasons(`name: notes\ndescription: d\n${fields}`)).toEqual([]);
    expect(reasons(`name: notes\ndescription: d\nallowed-tools: ${'('.repeat(200_000)}`)).toEqual([]);
  }, 30_000);

  it.each([
    ['no description', 'name: notes'],
    ['an empty description', 'name: notes\ndescription: "  "'],
    ['a description that is a list', 'name: notes\ndescription: [a]'],
    ['allowed tools that are a map', 'name: notes\ndescription: d\nallowed-tools: {a: b}'],
    ['a name that is too long', `name: ${'n'.repeat(MAX_ITEM_NAME_BYTES + 1)}\ndescription: d`],
    ['a name with a colon', 'name: "a:b"\ndescription: d'],
    ['a document that is no map', '- name'],
    ['an empty document', ''],
  ])('is skipped with %s', (_what, frontMatter) => {
    expect(read(frontMatter)).toMatchObject({ value: null, item: { outcome: 'skipped' } });
  });

  it('bounds its diagnostics', () => {
    const cut = Array.from({ length: 80 }, (_, index) => `f${index}: text # comment`).join('\n');
    const found = reasons(`name: notes\ndescription: d\n${cut}`);
    expect(found).toHaveLength(MAX_DIAGNOSTICS_PER_ITEM);
    expect(found.at(-1)).toBe('There is more.');
  });
});
