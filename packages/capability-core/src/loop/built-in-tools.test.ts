import { describe, expect, it } from 'vitest';
import { resultOf } from '../../test/loop-builders.js';
import { skillOf } from '../../test/skill-builders.js';
import { CONTEXT } from '../../test/tool-context.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import type { Skill } from '../kinds/skill.js';
import { mayRunInParallel } from '../kinds/tool-capabilities.js';
import type { JsonObject } from '../model/json-value.js';
import { BUILT_IN_TOOL_NAMES, builtInTools } from './built-in-tools.js';
import {
  SKILL_ALLOWED_TOOLS_BYTES_MAX,
  SKILL_CANDIDATES_MAX,
  SKILL_CONTENT_BYTES_MAX,
  SKILL_HIT_DESCRIPTION_BYTES_MAX,
  SKILL_HITS_DEFAULT,
  SKILL_HITS_MAX,
  SKILL_QUERY_CHARACTERS_MAX,
  SKILL_VERSION_BYTES_MAX,
  TOOL_CALLS_PER_TURN_MAX,
  TOOL_RESULT_BYTES_DEFAULT,
} from './limits.js';

function toolsOf(...skills: readonly Skill[]) {
  return builtInTools(new Map(skills.map((skill) => [skill.name, skill])), null);
}

/** What the model reads when it calls one of the tools. */
async function answer(name: string, input: JsonObject, ...skills: readonly Skill[]) {
  const [result] = await resultOf({ tools: toolsOf(...skills) }, { name, input });
  return result;
}

async function textOf(name: string, input: JsonObject, ...skills: readonly Skill[]): Promise<string> {
  return (await answer(name, input, ...skills))?.text ?? '';
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => skillOf(`p${n}:note`));

describe('the tools for skills', () => {
  it('are there as soon as one skill may be used by a model', () => {
    const hidden = skillOf('a', { disableModelInvocation: true });
    expect(toolsOf()).toEqual([]);
    expect(toolsOf(hidden)).toEqual([]);
    const names = toolsOf(hidden, skillOf('b')).map(({ name }) => name);
    expect(names).toEqual(['search_skills', 'Skill']);
    expect(BUILT_IN_TOOL_NAMES).toEqual([...names, 'search_knowledge', 'task', 'parallel_task']);
  });

  it('only read, so that calls may run side by side', () => {
    for (const tool of toolsOf(skillOf('a'))) {
      const promises = tool.capabilities?.({});
      expect(promises).toMatchObject({
        readOnly: true,
        idempotent: true,
        maxParallelism: TOOL_CALLS_PER_TURN_MAX,
      });
      expect(promises !== undefined && mayRunInParallel(promises)).toBe(true);
    }
  });

  it('neither find nor load what a model may not start', async () => {
    const skills = [skillOf('a:note', { disableModelInvocation: true }), skillOf('b')];
    expect(await textOf('search_skills', { query: 'note' }, ...skills)).toContain('No skill has a word');
    for (const name of ['a:note', 'note']) {
      expect(await answer('Skill', { name }, ...skills)).toEqual({
        text: `There is no skill named "${name}". Find one with search_skills.`,
        isError: true,
      });
    }
  });

  it.each([
    ['search_skills', { query: 7 }],
    ['search_skills', { query: 'a', limit: '1' }],
    ['Skill', { name: ['a'] }],
  ])('refuse a host that calls %s with nonsense', async (name, args) => {
    const tool = toolsOf(skillOf('a')).find((one) => one.name === name);
    expect(await tool?.execute(args, CONTEXT)).toMatchObject({
      success: false,
      errorKind: { type: 'invalid_argument' },
    });
  });
});

describe('search_skills', () => {
  it('shows name, version and description of what it finds, and how many there are', async () => {
    const skills = [
      skillOf('x:notes', { version: '1.2', description: 'Takes\n  notes.' }),
      skillOf('draft', { description: 'Drafts notes.' }),
      skillOf('other'),
    ];
    expect(await textOf('search_skills', { query: 'notes' }, ...skills)).toBe(
      '2 of 2 skills that have a word of "notes", the best first.\n' +
        '- x:notes (version 1.2): Takes notes.\n' +
        '- draft (no version): Drafts notes.',
    );
  });

  it('says when nothing was found, and refuses a query without words', async () => {
    expect(await answer('search_skills', { query: 'pdf' }, skillOf('a'))).toEqual({
      text: 'No skill has a word of "pdf"; try other words.',
      isError: false,
    });
    expect(await answer('search_skills', { query: ' ' }, skillOf('a'))).toMatchObject({ isError: true });
    expect(await answer('search_skills', { query: '' }, skillOf('a'))).toMatchObject({ isError: true });
  });

  it('shows as many as it is asked for, up to its bound', async () => {
    const skills = numbered(SKILL_HITS_MAX + 1);
    const shown = async (count: number, input: JsonObject) => {
      const lines = (await textOf('search_skills', { query: 'note', ...input }, ...skills)).split('\n');
      expect(lines).toHaveLength(count + 1);
      expect(lines[0]).toContain(`${count} of ${skills.length} skills`);
      expect(lines[0]).toContain('a higher limit, for the others');
    };
    await shown(SKILL_HITS_DEFAULT, {});
    await shown(1, { limit: 1 });
    await shown(SKILL_HITS_MAX, { limit: SKILL_HITS_MAX });
    const [search] = toolsOf(...skills);
    const unchecked = await search?.execute({ query: 'note', limit: SKILL_HITS_MAX + 1 }, CONTEXT);
    expect(unchecked?.content).toContain(`${SKILL_HITS_MAX} of ${skills.length} skills`);
    for (const limit of [0, 1.5, SKILL_HITS_MAX + 1]) {
      expect(await answer('search_skills', { query: 'note', limit }, ...skills)).toMatchObject({
        isError: true,
        text: expect.stringContaining('/limit'),
      });
    }
  });

  it('takes a query of at most so many characters', async () => {
    const query = 'x'.repeat(SKILL_QUERY_CHARACTERS_MAX);
    expect(await answer('search_skills', { query }, skillOf('a'))).toMatchObject({ isError: false });
    expect(await answer('search_skills', { query: `${query}x` }, skillOf('a'))).toMatchObject({
      isError: true,
    });
  });

  it('cuts long descriptions and versions, so that its answer fits one result', async () => {
    const fits = skillOf('a', {
      description: 'd'.repeat(SKILL_HIT_DESCRIPTION_BYTES_MAX),
      version: 'v'.repeat(SKILL_VERSION_BYTES_MAX),
    });
    expect(await textOf('search_skills', { query: 'a' }, fits)).toContain(
      `- a (version ${fits.version}): ${fits.description}`,
    );
    const over = numbered(SKILL_HITS_MAX).map((skill) => ({
      ...skill,
      name: skill.name.padEnd(MAX_PUBLIC_NAME_BYTES, 'x'),
      description: `${fits.description}d`,
      version: `${fits.version}v`,
    }));
    const text = await textOf('search_skills', { query: 'note', limit: SKILL_HITS_MAX }, ...over);
    expect(text.match(/(?:v…|d…)/gu)).toHaveLength(2 * SKILL_HITS_MAX);
    expect(text).not.toContain('[cut');
  });
});

describe('Skill', () => {
  it('gives the content, with what the skill declares', async () => {
    const [skill] = toolsOf(
      skillOf('x:notes', { version: '1.2', allowedTools: 'Read, Bash(git *)', content: 'Write.\nRead.' }),
    ).slice(1);
    expect(await skill?.execute({ name: 'x:notes' }, CONTEXT)).toEqual({
      success: true,
      trust: 'trusted',
      content: 'Skill: x:notes\nVersion: 1.2\nAllowed tools: Read, Bash(git *)\n\nWrite.\nRead.',
    });
    expect(await textOf('Skill', { name: 'a' }, skillOf('a', { content: 'Do.' }))).toBe(
      'Skill: a\nVersion: none\nAllowed tools: not declared\n\nDo.',
    );
  });

  it('takes the part after the colon while only one skill has it, and the whole name before that', async () => {
    const skills = [skillOf('x:notes'), skillOf('y:draft'), skillOf('draft'), skillOf('z:a:b')];
    for (const [name, whole] of [
      ['notes', 'x:notes'],
      ['draft', 'draft'],
      ['y:draft', 'y:draft'],
      ['a:b', 'z:a:b'],
    ] as const) {
      expect(await textOf('Skill', { name }, ...skills)).toContain(`Skill: ${whole}\n`);
    }
  });

  it('names the skills that a name could mean, up to its bound', async () => {
    const all = numbered(SKILL_CANDIDATES_MAX);
    expect(await answer('Skill', { name: 'note' }, ...all)).toEqual({
      text:
        `${all.length} skills are named "note": ${all.map(({ name }) => `"${name}"`).join(', ')}. ` +
        'Load one by its whole name.',
      isError: true,
    });
    const more = await textOf('Skill', { name: 'note' }, ...numbered(SKILL_CANDIDATES_MAX + 1));
    expect(more).toContain('"p4:note" and 1 more. Load');
  });

  it('names skills like the one that it does not know, up to its bound', async () => {
    const text = await textOf('Skill', { name: 'note taking' }, ...numbered(SKILL_CANDIDATES_MAX + 1));
    expect(text).toBe(
      'There is no skill named "note taking". Did you mean "p0:note", "p1:note", "p2:note", "p3:note", "p4:note"? ' +
        'Find others with search_skills.',
    );
  });

  it('shows content up to its bound, and says what it left out', async () => {
    const content = 'é'.repeat(SKILL_CONTENT_BYTES_MAX / 2);
    expect((await textOf('Skill', { name: 'a' }, skillOf('a', { content }))).endsWith(`\n\n${content}`)).toBe(
      true,
    );
    const over = await textOf('Skill', { name: 'a' }, skillOf('a', { content: `${content}!` }));
    expect(
      over.endsWith(
        `${content}\n[cut: the first ${SKILL_CONTENT_BYTES_MAX} of ${SKILL_CONTENT_BYTES_MAX + 1} bytes are shown]`,
      ),
    ).toBe(true);
  });

  it('is not asked for by a name that no skill can have', async () => {
    const name = 'n'.repeat(MAX_PUBLIC_NAME_BYTES + 1);
    expect(await answer('Skill', { name }, skillOf('a'))).toMatchObject({
      isError: true,
      text: expect.stringContaining('/name'),
    });
  });

  it('fits one tool result however long its parts are', async () => {
    const name = 'n'.repeat(MAX_PUBLIC_NAME_BYTES);
    const fits = 't'.repeat(SKILL_ALLOWED_TOOLS_BYTES_MAX);
    const version = 'v'.repeat(SKILL_VERSION_BYTES_MAX);
    expect(await textOf('Skill', { name }, skillOf(name, { version, allowedTools: fits }))).toContain(
      `Version: ${version}\nAllowed tools: ${fits}\n`,
    );
    const longest = skillOf(name, {
      version: `${version}v`,
      allowedTools: `${fits}t`,
      content: 'x'.repeat(SKILL_CONTENT_BYTES_MAX + 1),
    });
    const text = await textOf('Skill', { name }, longest);
    expect(text).toContain(`Version: ${version.slice(3)}…\nAllowed tools: ${fits.slice(3)}…\n`);
    expect(text.match(/\[cut/gu)).toHaveLength(1);
    expect(text.length).toBeLessThan(TOOL_RESULT_BYTES_DEFAULT);
  });
});

describe('4,096 skills', () => {
  it('are searched in one pass over them', async () => {
    let reads = 0;
    const skills = Array.from({ length: 4_096 }, (_, n) => ({
      ...skillOf(`package-${n % 64}:skill-${n}`, { tags: ['common'] }),
      get description() {
        reads += 1;
        return `Number ${n}.`;
      },
    }));
    const [search] = toolsOf(...skills);
    const found = await search?.execute({ query: 'common number 77' }, CONTEXT);
    expect(found?.content).toContain('10 of 4096 skills');
    // Each for its words, and those that are shown once more.
    expect(reads).toBe(skills.length + SKILL_HITS_DEFAULT);
  });
});
