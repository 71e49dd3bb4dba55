import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireIdentifier } from '../identity/text-rules.js';
import { identifierOf } from './identifier.js';

describe('identifierOf', () => {
  it('keeps what is an identifier already', () => {
    for (const name of ['field-notes', 'a', 'v1.2_x', 'x'.repeat(128)]) expect(identifierOf(name)).toBe(name);
  });

  it('makes a readable one of everything else', () => {
    expect(identifierOf('Field Notes!')).toMatch(/^field-notes-[0-9a-f]{12}$/);
    expect(identifierOf('日本')).toMatch(/^[0-9a-f]{12}$/);
    expect(identifierOf('Field Notes')).not.toBe(identifierOf('field notes'));
  });

  it('is an identifier for every name, and its own for each', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary' }),
        (name, other) => {
          expect(() => requireIdentifier(identifierOf(name), 'x')).not.toThrow();
          expect(identifierOf(name) === identifierOf(other)).toBe(name === other);
        },
      ),
    );
  });
});
