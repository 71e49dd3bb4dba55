import { describe, expect, it } from 'vitest';
import { providerOf } from '../../test/context-builders.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { ContextQuery, checkContextProvider } from './context-provider.js';
import { CONTEXT_RESULTS_DEFAULT, CONTEXT_TOKENS_DEFAULT } from './limits.js';

describe('a context provider', () => {
  it('is kept with the functions that it had', () => {
    const given = {
      name: 'notes',
      text: 'mine',
      query() {
        return this.text;
      },
    };
    const checked = checkContextProvider(given);
    given.name = 'other';
    given.query = () => 'another';
    const context = checked.type === 'sound' ? checked.context : null;
    expect(context).toMatchObject({ name: 'notes', failsClosed: false, onTurnComplete: null });
    expect(Object.isFrozen(context)).toBe(true);
    expect(context?.query(ContextQuery.of('a'), { signal: AbortSignal.abort() })).toBe('mine');
  });

  it('may say that no run goes on without it, and that it is bound', () => {
    expect(
      checkContextProvider(providerOf('a', { failureMode: 'fail_closed', cognitiveBinding: {} })),
    ).toMatchObject({ context: { failsClosed: true, hasCognitiveBinding: true } });
    expect(
      checkContextProvider(providerOf('a', { failureMode: 'best_effort', cognitiveBinding: null })),
    ).toMatchObject({ context: { failsClosed: false, hasCognitiveBinding: false } });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'it is no context provider'],
    ['a text', 'notes', 'it is no context provider'],
    ['no name', { ...providerOf('a'), name: undefined }, 'it has no name that is a text'],
    ['an empty name', providerOf(''), 'its name must not be empty'],
    ['an unknown failure mode', { ...providerOf('a'), failureMode: 'shrug' }, 'its failureMode is neither'],
    ['no query', { ...providerOf('a'), query: undefined }, 'it has no function query'],
    [
      'a text for the end',
      { ...providerOf('a'), onTurnComplete: 'later' },
      'its onTurnComplete is no function',
    ],
  ])('is refused with %s', (_what, value, reason) => {
    expect(checkContextProvider(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('has a name of at most so many bytes', () => {
    const name = 'x'.repeat(MAX_PUBLIC_NAME_BYTES);
    expect(checkContextProvider(providerOf(name))).toMatchObject({ type: 'sound' });
    expect(checkContextProvider(providerOf(`${name}x`))).toMatchObject({ type: 'flawed' });
  });

  it('is asked for resources, as an overview, unless said otherwise', () => {
    const query = ContextQuery.of('where');
    expect(query).toEqual({
      text: 'where',
      contextTypes: ['resource'],
      depth: 'overview',
      maxResults: CONTEXT_RESULTS_DEFAULT,
      maxTokens: CONTEXT_TOKENS_DEFAULT,
      params: {},
    });
    expect([query, query.contextTypes, query.params].every(Object.isFrozen)).toBe(true);
    const params = { index: 'wiki' };
    expect(ContextQuery.of('where', { params }).params).toEqual(params);
    expect(Object.isFrozen(params)).toBe(false);
    expect(ContextQuery.of('where', { depth: 'full', sessionId: 's' })).toMatchObject({
      depth: 'full',
      sessionId: 's',
      maxResults: CONTEXT_RESULTS_DEFAULT,
    });
  });
});
