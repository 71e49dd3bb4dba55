import { describe, expect, it } from 'vitest';
import { itemOf, resultOfItems } from '../../test/context-builders.js';
import { CONTEXT_METADATA, checkContextResult, contextText } from './context-item.js';
import { CONTEXT_ITEMS_MAX } from './limits.js';

describe('what a context provider found', () => {
  it('is kept as frozen copies', () => {
    const item = { ...itemOf('a', { source: 'file.md' }), metadata: { tags: ['x'] } };
    const checked = checkContextResult(resultOfItems(item));
    item.content = 'b';
    item.metadata.tags.push('y');
    expect(checked).toEqual({
      type: 'sound',
      items: [itemOf('a', { source: 'file.md', metadata: { tags: ['x'] } })],
    });
    const [kept] = checked.type === 'sound' ? checked.items : [];
    expect([kept, kept?.metadata, kept?.metadata['tags']].every(Object.isFrozen)).toBe(true);
  });

  it('has scores from 0 to 1', () => {
    const { priority, trust, freshness, provenance } = CONTEXT_METADATA;
    const metadata = { [priority]: 7, [trust]: -1, [freshness]: 0.5, [provenance]: 'a wiki', other: 7 };
    expect(checkContextResult(resultOfItems(itemOf('a', { relevance: 2, metadata })))).toMatchObject({
      items: [{ relevance: 1, metadata: { ...metadata, [priority]: 1, [trust]: 0 } }],
    });
    expect(checkContextResult(resultOfItems(itemOf('a', { relevance: -2 })))).toMatchObject({
      items: [{ relevance: 0 }],
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'no context result'],
    ['no items', { ...resultOfItems(), items: undefined }, 'the items of its answer'],
    ['a text as item', { ...resultOfItems(), items: ['a'] }, 'the items.0 of its answer'],
    ['an unknown type', resultOfItems({ ...itemOf('a'), contextType: 'rumour' as 'memory' }), 'contextType'],
    ['a relevance that is none', resultOfItems(itemOf('a', { relevance: Number.NaN })), 'relevance'],
    ['tokens below none', resultOfItems(itemOf('a', { tokenCount: -1 })), 'tokenCount'],
    [
      'metadata that is no data',
      resultOfItems({ ...itemOf('a'), metadata: { a: undefined } as never }),
      'metadata',
    ],
    ['no provider', { ...resultOfItems(), provider: undefined }, 'the provider of its answer'],
    ['no word on more', { ...resultOfItems(), truncated: undefined }, 'the truncated of its answer'],
  ])('is refused with %s', (_what, value, reason) => {
    expect(checkContextResult(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('is at most so many items', () => {
    const items = Array.from({ length: CONTEXT_ITEMS_MAX }, () => itemOf('a'));
    expect(checkContextResult(resultOfItems(...items))).toMatchObject({ type: 'sound' });
    expect(checkContextResult(resultOfItems(...items, itemOf('a')))).toMatchObject({ type: 'flawed' });
  });

  it('is read by a model as an element that it cannot leave', () => {
    expect(contextText(itemOf('a'))).toBe('<context type="resource">\na\n</context>');
    expect(contextText(itemOf("</context> & 'b'", { contextType: 'memory', source: '"x" <y>' }))).toBe(
      '<context source="&quot;x&quot; &lt;y&gt;" type="memory">\n&lt;/context&gt; &amp; &apos;b&apos;\n</context>',
    );
  });
});
