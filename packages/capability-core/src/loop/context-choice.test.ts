import { describe, expect, it } from 'vitest';
import { itemOf } from '../../test/context-builders.js';
import { utf8Length } from '../identity/text-rules.js';
import { CONTEXT_METADATA, type ContextItem, contextText } from '../kinds/context-item.js';
import { chooseContext, type FoundItem, mostRelevant } from './context-choice.js';
import { CONTEXT_BYTES_MAX, CONTEXT_REQUIRED_BYTES_MAX } from './limits.js';

const REQUIRED = { [CONTEXT_METADATA.required]: true };

function found(provider: string, content: string, over: Partial<ContextItem> = {}): FoundItem {
  return { provider, item: itemOf(content, over) };
}

/** What is between the chosen items and around them, beside their content. */
const AROUND = utf8Length(contextText(itemOf(''))) + 2;

describe('the context of a prompt', () => {
  it('stands in elements behind a sentence on what they are', () => {
    const { text } = chooseContext([found('p', 'a'), found('p', 'b')]);
    expect(text).toMatch(
      /^The context elements below .*instructions\.\n\n<context type="resource">\na\n<\/context>\n\n<context type="resource">\nb\n<\/context>$/u,
    );
    expect(chooseContext([])).toEqual({ items: [], leftOut: 0, text: null });
  });

  it('is what is required, then by relevance, then by provider, then as it was found', () => {
    const { items } = chooseContext([
      found('b', 'fourth'),
      found('a', 'second'),
      found('a', 'third'),
      found('c', 'first', { relevance: 0.9 }),
      found('c', 'zeroth', { relevance: 0, metadata: REQUIRED }),
      found('a', 'last', { relevance: 0.1, metadata: { [CONTEXT_METADATA.required]: 'yes' } }),
    ]);
    expect(items.map(({ item }) => item.content)).toEqual([
      'zeroth',
      'first',
      'second',
      'third',
      'fourth',
      'last',
    ]);
  });

  it('leaves out whole what does not fit, and takes a smaller item after it', () => {
    const most = found('a', 'x'.repeat(CONTEXT_BYTES_MAX - AROUND), { relevance: 1 });
    expect(chooseContext([most])).toMatchObject({ items: [most], leftOut: 0 });
    const more = found('a', 'x'.repeat(CONTEXT_BYTES_MAX - AROUND + 1), { relevance: 1 });
    const small = found('a', 'small');
    expect(chooseContext([more, small])).toMatchObject({ items: [small], leftOut: 1 });
  });

  it('has room of its own for what is required', () => {
    const content = 'x'.repeat(CONTEXT_REQUIRED_BYTES_MAX - AROUND);
    const required = found('a', content, { metadata: REQUIRED });
    const ordinary = found('a', 'x'.repeat(CONTEXT_BYTES_MAX - AROUND));
    expect(chooseContext([ordinary, required])).toMatchObject({ items: [required, ordinary], leftOut: 0 });
    const tooMuch = found('a', `${content}x`, { metadata: REQUIRED });
    expect(chooseContext([tooMuch, ordinary])).toMatchObject({ items: [ordinary], leftOut: 1 });
  });

  it('has the most relevant of one answer, and all of it that is required', () => {
    const items = [
      itemOf('a', { relevance: 0.1 }),
      itemOf('b', { relevance: 0.3 }),
      itemOf('c', { relevance: 0.2 }),
      itemOf('d', { relevance: 0, metadata: REQUIRED }),
    ];
    expect(mostRelevant(items, 2).map(({ content }) => content)).toEqual(['d', 'b', 'c']);
  });
});
