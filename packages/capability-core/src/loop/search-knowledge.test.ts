import { describe, expect, it } from 'vitest';
import { knowledgeOf, passage } from '../../test/knowledge-builders.js';
import { resultOf } from '../../test/loop-builders.js';
import { skillOf } from '../../test/skill-builders.js';
import { CONTEXT } from '../../test/tool-context.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import type { KnowledgeQuery } from '../kinds/knowledge-provider.js';
import type { JsonObject } from '../model/json-value.js';
import { builtInTools } from './built-in-tools.js';
import {
  KNOWLEDGE_CITATION_BYTES_MAX,
  KNOWLEDGE_HIT_TEXT_BYTES_MAX,
  KNOWLEDGE_HITS_DEFAULT,
  KNOWLEDGE_HITS_MAX,
  KNOWLEDGE_QUERY_CHARACTERS_MAX,
  TOOL_RESULT_BYTES_DEFAULT,
} from './limits.js';

const toolsOf = (knowledge: KnowledgeBinding) => builtInTools(new Map(), knowledge);

async function answer(knowledge: KnowledgeBinding, input: JsonObject) {
  const [result] = await resultOf({ tools: toolsOf(knowledge) }, { name: 'search_knowledge', input });
  return result ?? { text: '', isError: true };
}

/** Knowledge that remembers what it is asked. */
function recording(count = KNOWLEDGE_HITS_MAX) {
  const asked: KnowledgeQuery[] = [];
  const knowledge = knowledgeOf(
    'handbook',
    async (query) => {
      asked.push(query);
      return Array.from({ length: count }, () => passage());
    },
    { maxResults: 50 },
  );
  return { knowledge, asked };
}

describe('the tool for knowledge', () => {
  it('is there when the run has knowledge, beside those for skills', () => {
    expect(builtInTools(new Map(), null)).toEqual([]);
    const tools = builtInTools(new Map([['a', skillOf('a')]]), knowledgeOf('handbook'));
    expect(tools.map(({ name }) => name)).toEqual(['search_skills', 'Skill', 'search_knowledge']);
  });

  it('cites the document and the place of each passage', async () => {
    const knowledge = knowledgeOf('handbook', async () => [
      passage({ document: 'install.md', location: 'lines 3-9, Install › On Linux', text: 'Use a shell.' }),
      passage({ document: 'notes.txt', location: 'line 1', text: 'Or none.' }),
    ]);
    expect(await answer(knowledge, { query: 'install' })).toEqual({
      text:
        'Passages of "handbook" on "install", the best first.\n\n' +
        '[1] install.md, lines 3-9, Install › On Linux\nUse a shell.\n\n[2] notes.txt, line 1\nOr none.',
      isError: false,
    });
  });

  it('gives what it finds as content from outside, which may not instruct', async () => {
    const [tool] = toolsOf(knowledgeOf('handbook'));
    expect(await tool?.execute({ query: 'a' }, CONTEXT)).toMatchObject({ trust: 'external', success: true });
  });

  it('says when there is nothing', async () => {
    const knowledge = knowledgeOf('handbook', async () => []);
    expect(await answer(knowledge, { query: 'x' })).toEqual({
      text: '"handbook" says nothing of "x"; try other words.',
      isError: false,
    });
  });

  it('shows as many passages as it is asked for, within its bounds', async () => {
    const { knowledge, asked } = recording();
    await answer(knowledge, { query: 'a' });
    await answer(knowledge, { query: 'a', limit: KNOWLEDGE_HITS_MAX });
    expect((await answer(knowledge, { query: 'a', limit: KNOWLEDGE_HITS_MAX + 1 })).isError).toBe(true);
    const [tool] = toolsOf(knowledge);
    await tool?.execute({ query: 'a', limit: 1_000 }, CONTEXT);
    expect(asked.map(({ maxResults }) => maxResults)).toEqual([
      KNOWLEDGE_HITS_DEFAULT,
      KNOWLEDGE_HITS_MAX,
      KNOWLEDGE_HITS_MAX,
    ]);
  });

  it('takes a query of at most so many characters', async () => {
    const { knowledge, asked } = recording();
    const query = 'x'.repeat(KNOWLEDGE_QUERY_CHARACTERS_MAX);
    await answer(knowledge, { query });
    expect((await answer(knowledge, { query: `${query}x` })).isError).toBe(true);
    expect((await answer(knowledge, { query: '' })).isError).toBe(true);
    expect(asked.map(({ text }) => text)).toEqual([query]);
  });

  it('cuts what is too long, and all of it fits one tool result', async () => {
    const long = passage({
      document: 'd'.repeat(KNOWLEDGE_CITATION_BYTES_MAX),
      location: 'l'.repeat(KNOWLEDGE_CITATION_BYTES_MAX + 1),
      text: 't'.repeat(KNOWLEDGE_HIT_TEXT_BYTES_MAX),
    });
    const longer = { ...long, text: `${long.text}t` };
    const { text } = await answer(
      knowledgeOf('handbook', async () => [long, longer]),
      { query: 'a' },
    );
    expect(text).toContain(`[1] ${long.document}, ${'l'.repeat(KNOWLEDGE_CITATION_BYTES_MAX - 3)}…\n`);
    expect(text.match(/\[cut: the first 2048 of 2049 bytes are shown\]/gu)).toHaveLength(1);
    const full = Array.from({ length: KNOWLEDGE_HITS_MAX }, () => longer);
    const all = await answer(
      knowledgeOf('handbook', async () => full, { maxResults: 50 }),
      {
        query: 'a',
        limit: KNOWLEDGE_HITS_MAX,
      },
    );
    expect(all.text.length).toBeLessThan(TOOL_RESULT_BYTES_DEFAULT);
    expect(all.text).toContain(`[${KNOWLEDGE_HITS_MAX}] `);
  });

  it('tells the model when the provider fails', async () => {
    const knowledge = knowledgeOf('handbook', async () => {
      throw new Error('the index is gone');
    });
    expect(await answer(knowledge, { query: 'a' })).toEqual({
      text: 'search_knowledge failed: the index is gone',
      isError: true,
    });
  });

  it('refuses a host that calls it with nonsense', async () => {
    const [tool] = toolsOf(knowledgeOf('handbook'));
    for (const args of [{ query: 7 }, { query: 'a', limit: '1' }]) {
      expect(await tool?.execute(args, CONTEXT)).toMatchObject({
        success: false,
        errorKind: { type: 'invalid_argument' },
      });
    }
  });
});
