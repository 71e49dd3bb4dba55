import { describe, expect, it } from 'vitest';
import { MAX_NPM_NAME_CHARS, MAX_NPM_VERSION_CHARS } from '../limits.js';
import { npmSpec } from './npm-spec.js';

describe('what npm is asked for', () => {
  it.each([
    ['notes', '1.2.3'],
    ['@scope/field-notes', '1.0.0-beta.1+build'],
    ['JSONStream', 'latest'],
    ['a', '^1.2'],
    ['a', '>=1.0.0 <2'],
    ['a', '1.x || 2.x'],
    ['a', '*'],
    ['n'.repeat(MAX_NPM_NAME_CHARS), '1'],
    ['a', '1'.repeat(MAX_NPM_VERSION_CHARS)],
  ])('may be %s in version %s', (name, version) => {
    expect(npmSpec({ name, version })).toBe(`${name}@${version}`);
  });

  it.each([
    ['', '1'],
    ['--registry=http://elsewhere', '1'],
    ['-g', '1'],
    ['../notes', '1'],
    ['./notes', '1'],
    ['/notes', '1'],
    ['notes.tgz', '1'],
    ['http://elsewhere/notes.tar.gz', '1'],
    ['github:owner/notes', '1'],
    ['owner/notes', '1'],
    ['@scope', '1'],
    ['@scope/-a', '1'],
    ['a\nb', '1'],
    ['a;touch trap', '1'],
    ['n'.repeat(MAX_NPM_NAME_CHARS + 1), '1'],
    ['a', ''],
    ['a', 'file:../notes'],
    ['a', '../notes'],
    ['a', '~/notes'],
    ['a', 'notes.tgz'],
    ['a', 'npm:other@1'],
    ['a', 'git+ssh://elsewhere/notes'],
    ['a', 'owner/notes'],
    ['a', '1\n2'],
    ['a', '$(touch trap)'],
    ['a', '1'.repeat(MAX_NPM_VERSION_CHARS + 1)],
  ])('is never %j in version %j', (name, version) => {
    const refusal = expect.objectContaining({ name: 'PackageError', code: 'invalid-source' });
    expect(() => npmSpec({ name, version })).toThrow(refusal);
  });

  it('is a text, whatever a host hands in', () => {
    const source: object = { name: ['a'], version: '1' };
    expect(() => npmSpec(source as Parameters<typeof npmSpec>[0])).toThrow('["a"] is no name');
    const other: object = { name: 'a' };
    expect(() => npmSpec(other as Parameters<typeof npmSpec>[0])).toThrow('undefined is no version');
  });
});
