import { describe, expect, it } from 'vitest';
import { aStoredPackage } from '../test-state/package-builders.js';
import type { PackageRow } from './package-rows.js';
import type { PackageUse } from './package-uses.js';
import { usedByText } from './used-by.js';

const use = (session: string, version = '1.1.0'): PackageUse => ({
  session,
  generation: 1,
  isCurrent: true,
  name: 'notes',
  version,
  digest: version,
});
const stored = aStoredPackage({ name: 'notes', version: '1.1.0' });
const row = (change: Partial<PackageRow>): PackageRow => ({
  stored,
  leads: true,
  uses: [],
  elsewhere: [],
  ...change,
});

describe('who uses a version', () => {
  it('names its sessions, and those that are on another version of the package', () => {
    const found = usedByText(row({ uses: [use('demo')], elsewhere: [use('ops', '1.0.0')] }));
    expect(found.text).toBe('demo, ops on 1.0.0 (older)');
  });

  it('names each session once, though two of its generations have it', () => {
    expect(usedByText(row({ uses: [use('demo'), use('demo')] })).text).toBe('demo');
  });

  it('names a few and counts the others', () => {
    const { text, all } = usedByText(row({ uses: ['a', 'b', 'c', 'd'].map((name) => use(name)) }));
    expect(text).toBe('a, b and 2 more');
    expect(all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('says of a version that is not in force what keeps it', () => {
    const kept = aStoredPackage({ state: 'kept', holders: ['session ops, generation 3', 'run 41c9'] });
    expect(usedByText(row({ stored: kept })).text).toBe('session ops, generation 3 and 1 more');
    expect(usedByText(row({ stored: aStoredPackage({ state: 'unused' }) })).text).toBe('');
  });
});
