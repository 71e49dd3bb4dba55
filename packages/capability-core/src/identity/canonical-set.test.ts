import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cursor,
  descriptor,
  digestOf,
  hostSource,
  packageSource,
  thrownBy,
} from '../../test/set-builders.js';
import { type CanonicalSetContent, canonicalSetDigest, canonicalSetJson } from './canonical-set.js';
import { CapabilityContribution } from './capability-contribution.js';
import { CapabilityDescriptor } from './capability-descriptor.js';
import { CAPABILITY_KINDS } from './capability-kind.js';
import { CapabilitySet } from './capability-set.js';
import { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import { MAX_CANONICAL_BYTES } from './limits.js';

const sources = [
  CapabilitySource.builtin('core', digestOf('1')),
  hostSource('a'),
  hostSource('a-b'),
  CapabilitySource.session('x/y', digestOf('2')),
  packageSource(cursor(3, 'c')),
];

/** Capabilities of random sources and kinds; each may depend on any that came before it. */
const plannedSet = fc
  .array(
    fc.record({
      source: fc.nat(sources.length - 1),
      kind: fc.constantFrom(...CAPABILITY_KINDS),
      name: fc.string({ unit: 'grapheme', maxLength: 6 }),
      needs: fc.array(fc.nat(19), { maxLength: 3 }),
    }),
    { maxLength: 20 },
  )
  .map((plans) => {
    const all: { source: CapabilitySource; descriptor: CapabilityDescriptor }[] = [];
    for (const [index, { source: at, kind, name, needs }] of plans.entries()) {
      const source = sources[at] ?? hostSource();
      const needed = new Set(needs.filter((needs) => needs < index));
      all.push({
        source,
        descriptor: new CapabilityDescriptor({
          source,
          kind,
          localId: `c${index}`,
          publicName: `${index}${name}.`.replace(/\p{Cc}|\p{Cs}/gu, '?'),
          surfaceDigest: digestOf('b'),
          dependencies: [...needed].flatMap((index) => all[index]?.descriptor.id ?? []),
        }),
      });
    }
    return all;
  });

type Member = { readonly source: CapabilitySource; readonly descriptor: CapabilityDescriptor };

function setOf(members: readonly Member[], generation = 1): CapabilitySet {
  const bySource = new Map<CapabilitySource, CapabilityDescriptor[]>();
  for (const { source, descriptor } of members) {
    bySource.set(source, [...(bySource.get(source) ?? []), descriptor]);
  }
  return CapabilitySet.fromContributions(
    CodeCatalogGeneration.of(generation),
    [...bySource].map(([source, descriptors]) => new CapabilityContribution(source, descriptors)),
  );
}

describe('the canonical form of a set', () => {
  it('does not depend on the order in which anything was given', () => {
    fc.assert(
      fc.property(
        plannedSet.chain((members) =>
          fc.tuple(
            fc.constant(members),
            fc.shuffledSubarray(members, { minLength: members.length, maxLength: members.length }),
          ),
        ),
        ([members, shuffled]) => {
          const reversed = shuffled.map(({ source, descriptor }) => ({
            source,
            descriptor: new CapabilityDescriptor({
              source,
              kind: descriptor.id.kind,
              localId: descriptor.id.localId,
              publicName: descriptor.publicName,
              surfaceDigest: descriptor.surfaceDigest,
              dependencies: [...descriptor.dependencies].reverse(),
            }),
          }));
          expect(setOf(reversed).canonicalJson()).toBe(setOf(members).canonicalJson());
          expect(setOf(reversed).digest).toBe(setOf(members).digest);
        },
      ),
    );
  });

  it('is read back into the same set', () => {
    fc.assert(
      fc.property(plannedSet, fc.nat(), (members, generation) => {
        const set = setOf(members, generation);
        const read = CapabilitySet.parseCanonical(set.canonicalJson());
        expect(read.canonicalJson()).toBe(set.canonicalJson());
        expect(read.digest).toBe(set.digest);
        expect(read.useGeneration).toEqual(set.useGeneration);
        expect(read.capabilities).toEqual(set.capabilities);
      }),
    );
  });

  it('differs as soon as one descriptor is missing or the generation is another', () => {
    fc.assert(
      fc.property(plannedSet, (members) => {
        const set = setOf(members);
        expect(setOf(members, 2).digest).not.toBe(set.digest);
        if (members.length > 0) expect(setOf(members.slice(0, -1)).digest).not.toBe(set.digest);
      }),
    );
  });

  it('is JSON with the same content, names escaped as JSON.stringify does', () => {
    const source = hostSource();
    const set = setOf([{ source, descriptor: descriptor('a', { source, publicName: 'q"\\/é😀' }) }]);
    expect(JSON.parse(set.canonicalJson())).toMatchObject({
      schema: 'a3s.code.capability-set.v1',
      generation: 1,
      useGeneration: null,
      sources: [{ id: 'host/host', class: 'host', evidence: { kind: 'host', revision: digestOf('a') } }],
      capabilities: [{ publicName: 'q"\\/é😀', dependencies: [] }],
    });
    expect(JSON.stringify(JSON.parse(set.canonicalJson()))).toBe(set.canonicalJson());
  });

  it('may be 16 MiB long and no longer', () => {
    // No descriptor takes such a name, so many of them would be needed.
    const withName = (characters: number): CanonicalSetContent => ({
      generation: CodeCatalogGeneration.of(1),
      useGeneration: null,
      sources: [],
      capabilities: [Object.create(descriptor('a'), { publicName: { value: 'x'.repeat(characters) } })],
    });
    const longest = MAX_CANONICAL_BYTES - canonicalSetJson(withName(0)).length;
    expect(canonicalSetDigest(withName(longest))).toMatch(/^sha256:/);
    expect(thrownBy(() => canonicalSetDigest(withName(longest + 1)))).toMatchObject({
      code: 'bound-exceeded',
      field: 'canonical_bytes',
      max: 16_777_216,
    });
  });
});

describe('reading a stored set', () => {
  const source = packageSource();
  const stored = setOf([{ source, descriptor: descriptor('read', { source }) }]).canonicalJson();

  it.each([
    ['text that is not JSON', '{', '$', 'not JSON'],
    ['another schema', stored.replace('capability-set.v1', 'capability-set.v2'), '$.schema', ''],
    ['a key more', stored.replace('{"schema"', '{"extra":1,"schema"'), '$', 'extra'],
    [
      'a kind that does not exist',
      stored.replace('"kind":"tool"', '"kind":"tol"'),
      '$.capabilities.0.id.kind',
      '',
    ],
    ['white space', stored.replace(',', ', '), '$', 'canonical'],
    ['another class of the source', stored.replace('use-package', 'host'), '$', 'canonical'],
    [
      'a capability without its source',
      stored.replace('"source":"use/acme/tools"', '"source":"use/x"'),
      '$.sources',
      'missing',
    ],
  ])('refuses %s and names the place', (_, json, path, reason) => {
    expect(json).not.toBe(stored);
    expect(thrownBy(() => CapabilitySet.parseCanonical(json))).toMatchObject({
      code: 'canonical-encoding',
      path,
      reason: expect.stringContaining(reason),
    });
  });

  it('refuses a damaged digest', () => {
    const damaged = stored.replace(digestOf('d'), `sha256:${'D'.repeat(64)}`);
    expect(thrownBy(() => CapabilitySet.parseCanonical(damaged))).toMatchObject({ code: 'invalid-digest' });
  });

  it('keeps the cursor of a set without packages', () => {
    const empty = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(4), cursor(2), []);
    expect(CapabilitySet.parseCanonical(empty.canonicalJson()).digest).toBe(empty.digest);
  });
});
