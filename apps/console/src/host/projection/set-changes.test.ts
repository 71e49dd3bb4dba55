import {
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilityId,
  CapabilitySet,
  CapabilitySource,
  CodeCatalogGeneration,
  Sha256Digest,
} from '@changeover/capability-core';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './set-changes.js';

function setOf(
  surfaces: Readonly<Record<string, string>>,
  needs: Readonly<Record<string, readonly string[]>> = {},
): CapabilitySet {
  const source = CapabilitySource.host('test', Sha256Digest.ofText('test'));
  const descriptors = Object.entries(surfaces).map(
    ([name, surface]) =>
      new CapabilityDescriptor({
        source,
        kind: 'tool',
        localId: name,
        publicName: name,
        surfaceDigest: Sha256Digest.ofText(surface),
        dependencies: (needs[name] ?? []).map((needed) => new CapabilityId(source.id, 'tool', needed)),
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
      from: { publicName: 'changed', surfaceDigest: Sha256Digest.ofText('a') },
      to: { publicName: 'changed', surfaceDigest: Sha256Digest.ofText('b') },
    });
    expect(changes.find(({ change }) => change === 'removed')).toMatchObject({
      publicName: 'gone',
      from: { publicName: 'gone' },
      to: null,
    });
  });

  it('tell what needs other capabilities than before from what has other content', () => {
    const { changes, unchanged } = changesBetween(
      setOf({ base: 'a', other: 'a', user: 'a', both: 'a' }, { user: ['base'], both: ['base'] }),
      setOf({ base: 'a', other: 'a', user: 'a', both: 'b' }, { user: ['other'], both: ['other'] }),
    );
    expect(unchanged).toBe(2);
    expect(Object.fromEntries(changes.map(({ publicName, change }) => [publicName, change]))).toEqual({
      user: 'requirement-changed',
      both: 'replaced',
    });
  });

  it('are all additions when there was nothing', () => {
    expect(changesBetween(CapabilitySet.empty(), setOf({ one: 'a' }))).toMatchObject({
      changes: [{ change: 'added' }],
      unchanged: 0,
    });
  });
});
