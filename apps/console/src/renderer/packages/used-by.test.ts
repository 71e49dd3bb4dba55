import { describe, expect, it } from 'vitest';
import { aStoredPackage } from '../test-state/package-builders.js';
import type { PackageRow } from './package-rows.js';
import type { PackageUse } from './package-uses.js';
import { usedBy } from './used-by.js';

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
    const found = usedBy(row({ uses: [use('demo')], elsewhere: [use('ops', '1.0.0')] }));
    expect(found.named).toBe('demo, ops on 1.0.0 (older)');
  });

  it('names each session once, though two of its generations have it', () => {
    expect(usedBy(row({ uses: [use('demo'), use('demo')] })).named).toBe('demo');
  });

  it('names a few and counts the others', () => {
    const found = usedBy(row({ uses: ['a', 'b', 'c', 'd'].map((name) => use(name)) }));
    expect(found).toEqual({ named: 'a', more: 3, all: ['a', 'b', 'c', 'd'] });
    expect(usedBy(row({ uses: [use('a'), use('b')] }))).toMatchObject({ named: 'a, b', more: 0 });
  });

  it('says of a version that is not in force what keeps it', () => {
    const kept = aStoredPackage({ state: 'kept', holders: ['session ops, generation 3', 'run 41c9'] });
    expect(usedBy(row({ stored: kept })).all).toEqual(['session ops, generation 3', 'run 41c9']);
    expect(usedBy(row({ stored: aStoredPackage({ state: 'unused' }) })).named).toBe('');
  });
});
