import { describe, expect, it } from 'vitest';
import { checkArguments } from './argument-check.js';

describe('checking arguments', () => {
  it('accepts what matches, unknown formats and keywords included', () => {
    const schema = {
      type: 'object',
      properties: { when: { type: 'string', format: 'moon-phase' } },
      'x-vendor': true,
    };
    expect(checkArguments(schema, { when: 'full' })).toBeNull();
  });

  it('says what is wrong and where', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'number' } }, mode: { enum: ['a', 'b'] } },
      required: ['list'],
      additionalProperties: false,
    };
    expect(checkArguments(schema, {})).toBe("the arguments must have required property 'list'");
    expect(checkArguments(schema, { list: [1, 'x'] })).toBe('/list/1 must be number');
    expect(checkArguments(schema, { list: [], mode: 'c' })).toBe(
      '/mode must be equal to one of the allowed values: "a", "b"',
    );
    expect(checkArguments(schema, { list: [], extra: 1 })).toBe(
      'the arguments must NOT have additional properties: "extra"',
    );
  });

  it('applies each pattern to its own text, but none that may take for ever', () => {
    const text = (pattern: string) => ({ type: 'string', pattern });
    const schema = {
      type: 'object',
      properties: { a: text('^a$'), b: text('^b$'), slow: text('^(a+)+$') },
      patternProperties: { '^x-': { type: 'number' } },
      additionalProperties: false,
    };
    expect(checkArguments(schema, { a: 'a', b: 'b', slow: `${'a'.repeat(60)}!`, 'x-1': 1 })).toBeNull();
    expect(checkArguments(schema, { a: 'b' })).toBe('/a must match pattern "^a$"');
    expect(checkArguments(schema, { b: 'a' })).toBe('/b must match pattern "^b$"');
    expect(checkArguments(schema, { 'x-1': 'one' })).toBe('/x-1 must be number');
  });

  it('follows the draft that the schema names', () => {
    const items = [{ type: 'number' }];
    const draft07 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { items } },
    };
    expect(checkArguments(draft07, { pair: ['x'] })).toBe('/pair/0 must be number');
    const draft2020 = { type: 'object', properties: { pair: { prefixItems: items } } };
    expect(checkArguments(draft2020, { pair: ['x'] })).toBe('/pair/0 must be number');
  });

  it('keeps schemas with the same $id apart', () => {
    expect(checkArguments({ $id: 'https://example.org/x', type: 'object' }, {})).toBeNull();
    expect(checkArguments({ $id: 'https://example.org/x', type: 'object', required: ['a'] }, {})).toContain(
      'required',
    );
  });

  it.each([
    ['a reference that leads nowhere', { type: 'object', $ref: 'https://example.org/schema' }],
    ['an unknown type', { type: 'objekt' }],
    ['a reference to itself', { $ref: '#' }],
    ['an asynchronous schema', { $async: true, type: 'object' }],
  ])('refuses the call for %s', (_name, schema) => {
    expect(checkArguments(schema, {})).toContain("the tool's own schema cannot be used");
  });
});
