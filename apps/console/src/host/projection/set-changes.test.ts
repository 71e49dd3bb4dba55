import {
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySet,
  CapabilitySource,
  CodeCatalogGeneration,
  Sha256Digest,
} from '@changeover/capability-core';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './set-changes.js';

function setOf(surfaces: Readonly<Record<string, string>>): CapabilitySet {
  const source = CapabilitySource.host('test', Sha256Digest.ofText('test'));
  const descriptors = Object.entries(surfaces).map(
    ([name, surface]) =>
      new CapabilityDescriptor({
        source,
        kind: 'tool',
        localId: name,
        publicName: name,
        surfaceDigest: Sha256Digest.ofText(surface),
      }),
  );
  return CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [
    new CapabilityContribution(source, descriptors),
  ]);
}

describe('the changes between two sets', () => {
  it('are what was added, replaced and removed; the rest is counted', () => {
    const { changes, unchanged } = changesBetween(
      setOf({ kept: 'a', changed: 'a', gone: 'a' }),
      setOf({ kept: 'a', changed: 'b', fresh: 'a' }),
    );
    expect(
      changes
        .map(({ change, publicName }) => `${change} ${publicName}`)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ).toEqual(['added fresh', 'removed gone', 'replaced changed']);
    expect(unchanged).toBe(1);
    expect(changes.find(({ change }) => change === 'replaced')).toMatchObject({
      fromDigest: Sha256Digest.ofText('a'),
      toDigest: Sha256Digest.ofText('b'),
    });
  });

  it('are all additions when there was nothing', () => {
    expect(changesBetween(null, setOf({ one: 'a' }))).toMatchObject({
      changes: [{ change: 'added' }],
      unchanged: 0,
    });
  });
});
