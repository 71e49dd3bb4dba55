import { describe, expect, it } from 'vitest';
import { CapabilityContribution } from './capability-contribution.js';
import { CapabilityDescriptor } from './capability-descriptor.js';
import { CapabilitySet } from './capability-set.js';
import { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import { cognitiveSnapshotDigest } from './cognitive-snapshot-digest.js';
import { knowledgeSurfaceDigest } from './knowledge-surface-digest.js';
import { Sha256Digest } from './sha256-digest.js';
import { uiDocumentDigest, uiSurfaceDigest } from './ui-digest.js';
import { UseCapabilityGeneration } from './use-capability-generation.js';
import { UsePackageGeneration } from './use-package-generation.js';

const x = (character: string) => Sha256Digest.parse(`sha256:${character.repeat(64)}`);

function guideSet(): CapabilitySet {
  const cursor = new UseCapabilityGeneration(7, x('b'), x('2'));
  const host = CapabilitySource.host('a3s-code', x('a'));
  const read = new CapabilityDescriptor({
    source: host,
    kind: 'tool',
    localId: 'read',
    publicName: 'read',
    surfaceDigest: x('e'),
  });
  const search = new CapabilityDescriptor({
    source: host,
    kind: 'tool',
    localId: 'search',
    publicName: 'search',
    surfaceDigest: x('f'),
  });
  const guide = CapabilitySource.usePackage(
    cursor,
    new UsePackageGeneration({
      packageId: 'acme/guide',
      componentId: 'use/acme-guide',
      route: 'guide',
      version: '1.0.0',
      lifecycleGeneration: 11,
      packageDigest: x('c'),
      manifestDigest: x('d'),
    }),
  );
  const skill = new CapabilityDescriptor({
    source: guide,
    kind: 'skill',
    localId: 'guide',
    publicName: 'guide',
    surfaceDigest: x('1'),
    dependencies: [search.id, read.id],
  });
  return CapabilitySet.fromContributions(CodeCatalogGeneration.of(3), [
    new CapabilityContribution(guide, [skill]),
    new CapabilityContribution(host, [search, read]),
  ]);
}

describe('digests of capability sets', () => {
  it('equal the known digest of a host and a package with dependencies', () => {
    expect(new TextEncoder().encode(guideSet().canonicalJson())).toHaveLength(1_841);
    expect(guideSet().digest).toBe('sha256:1a9ce41f86488715aa29e1f953aed4d8500aa2bf809d8bc25514dad7a8965119');
  });

  it('equal the known digests of empty sets, which differ by generation', () => {
    expect(CapabilitySet.empty().digest).toBe(
      'sha256:97a566758903dd666cfe938d39f9b7e66b1ffd02aa37a33d7c09c3c5a1ad58ad',
    );
    expect(CapabilitySet.empty(CodeCatalogGeneration.of(1)).digest).toBe(
      'sha256:495ebf76d558e6ea0b5b1e6b57a47b4fc50096010ef42741fe89280e84cf0ee8',
    );
  });

  it('equal the known digest of one projected agent', () => {
    const cursor = new UseCapabilityGeneration(1, x('a'), x('f'));
    const source = CapabilitySource.usePackage(
      cursor,
      new UsePackageGeneration({
        packageId: 'acme/runtime-tools',
        componentId: 'use/acme-runtime-tools',
        route: 'runtime-tools',
        version: '1.0.0',
        lifecycleGeneration: 1,
        packageDigest: x('d'),
        manifestDigest: x('e'),
      }),
    );
    const agent = new CapabilityDescriptor({
      source,
      kind: 'agent',
      localId: 'projected-agent',
      publicName: 'projected-agent',
      surfaceDigest: x('b'),
    });
    const set = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(1), cursor, [
      new CapabilityContribution(source, [agent]),
    ]);
    expect(set.digest).toBe('sha256:d84c9c2fcce5aa68214d7ae362072f4ce23c4cfef715220321730e961e8ac91d');
  });
});

describe('digests of surfaces', () => {
  const asset = (kind: 'html' | 'style' | 'script', content: string) => ({
    kind,
    digest: Sha256Digest.ofText(content),
  });
  const entry = asset('html', '<!doctype html><main>exact</main>');
  const document = uiDocumentDigest({
    entry,
    styles: [asset('style', 'main { display: grid; }')],
    scripts: [asset('script', 'globalThis.ready = true;')],
  });

  it('of a UI asset, document and surface equal the known ones', () => {
    expect(entry.digest).toBe('sha256:8a9058b3f3c8402c616024c84410de04b23f7a9280552c3b1c05b9fd386fe763');
    expect(document).toBe('sha256:4286fdb205409b4cd204cefdd7e1e8fe0d45a4a269193ff656a976a2353a0114');
    expect(
      uiSurfaceDigest({
        publicName: 'panel',
        title: 'Evidence',
        description: 'Exact.',
        icon: 'panel-top',
        order: 20,
        document,
      }),
    ).toBe('sha256:c78cab3d09b64058f352bb84a10f749707b2cd84d1acfb780e77bee6fe3cae27');
  });

  it('of a UI surface tell a negative order from a positive one', () => {
    const surface = { publicName: 'panel', title: 'Evidence', description: '', icon: 'panel', document };
    expect(uiSurfaceDigest({ ...surface, order: -1 })).not.toBe(uiSurfaceDigest({ ...surface, order: 1 }));
  });

  it('of a cognitive snapshot equals the known one', () => {
    expect(
      cognitiveSnapshotDigest({
        packageId: 'contra-sense/handbook',
        packageVersion: '0.1.0',
        lifecycleGeneration: 7,
        generationDigest: Sha256Digest.parse(
          'sha256:aa0beeb62f1b7b21bf70f21e6f0e858a1e4b720d313f0907209b5b9dad2eeb20',
        ),
        surfaceId: 'domain-knowledge',
        formatVersion: '0.2',
        contentDigest: Sha256Digest.parse(
          'sha256:1def786da6d190b7b3ce0176e71d99ff1cac3f8c8cc7c0f8b76a893c544e7a90',
        ),
      }),
    ).toBe('sha256:1e0f0a0162f5b290887ade8886af69fbba4548c863df026178e3550c77813455');
  });

  it('of knowledge surfaces equal the known ones, whatever the order of projections', () => {
    const surface = { publicName: 'research:domain', formatVersion: '0.2', contentDigest: x('a') };
    const expected = 'sha256:ac1e2b8156e2ae3063056d3c0c15ac3494e97b9129f55cc02bea3508be35b6b2';
    expect(knowledgeSurfaceDigest({ ...surface, projectionDigests: [x('b'), x('c')] })).toBe(expected);
    expect(knowledgeSurfaceDigest({ ...surface, projectionDigests: [x('c'), x('b')] })).toBe(expected);
    expect(knowledgeSurfaceDigest({ ...surface, contentDigest: x('d'), projectionDigests: [x('e')] })).toBe(
      'sha256:cbcff389f0a5b1ee8ebfe9f0b8d6b3e0cb07872dd36c204fd27b180c5baac0b8',
    );
  });
});
