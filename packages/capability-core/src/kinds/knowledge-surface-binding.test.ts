import { describe, expect, it } from 'vitest';
import { digestOf } from '../../test/set-builders.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { KnowledgeSurfaceBinding, type KnowledgeSurfaceInput } from './knowledge-surface-binding.js';
import { KNOWLEDGE_FORMAT_VERSION_BYTES_MAX, KNOWLEDGE_PROJECTIONS_MAX } from './limits.js';

const RESEARCH: KnowledgeSurfaceInput = {
  publicName: 'research:domain',
  formatVersion: '0.2',
  contentDigest: digestOf('a'),
  projectionDigests: [digestOf('c'), digestOf('b')],
};
const digests = (count: number) => Array.from({ length: count }, (_, n) => Sha256Digest.ofText(`${n}`));

describe('a knowledge surface', () => {
  it('has the known surface digest, whatever the order of its projections', () => {
    const given = [...RESEARCH.projectionDigests];
    const surface = new KnowledgeSurfaceBinding({ ...RESEARCH, projectionDigests: given });
    given.pop();
    expect(surface.surfaceDigest).toBe(
      'sha256:ac1e2b8156e2ae3063056d3c0c15ac3494e97b9129f55cc02bea3508be35b6b2',
    );
    expect(surface.projectionDigests).toEqual([digestOf('b'), digestOf('c')]);
    expect([surface, surface.projectionDigests].every(Object.isFrozen)).toBe(true);
  });

  it.each<[string, object]>([
    ['invalid-text', { publicName: '' }],
    ['invalid-text', { publicName: null }],
    ['invalid-text', { formatVersion: ' 1' }],
    // What the text is made of is looked at before its length.
    ['invalid-text', { formatVersion: `${'1'.repeat(KNOWLEDGE_FORMAT_VERSION_BYTES_MAX)}\n` }],
    ['text-too-large', { publicName: 'x'.repeat(MAX_PUBLIC_NAME_BYTES + 1) }],
    ['text-too-large', { formatVersion: '1'.repeat(KNOWLEDGE_FORMAT_VERSION_BYTES_MAX + 1) }],
    ['digest-invariant', { contentDigest: 'sha256:a' }],
    ['digest-invariant', { projectionDigests: [digestOf('a'), 'b'] }],
    ['missing-projection-evidence', { projectionDigests: [] }],
    ['projection-count-exceeded', { projectionDigests: digests(KNOWLEDGE_PROJECTIONS_MAX + 1) }],
    ['duplicate-projection-digest', { projectionDigests: [digestOf('a'), digestOf('b'), digestOf('a')] }],
  ])('is refused with %s', (code, over) => {
    expect(() => Reflect.construct(KnowledgeSurfaceBinding, [{ ...RESEARCH, ...over }])).toThrow(
      expect.objectContaining({ name: 'KnowledgeSurfaceError', code }),
    );
  });

  it('may be as much as its bounds say', () => {
    const surface = new KnowledgeSurfaceBinding({
      ...RESEARCH,
      publicName: 'x'.repeat(MAX_PUBLIC_NAME_BYTES),
      formatVersion: '1'.repeat(KNOWLEDGE_FORMAT_VERSION_BYTES_MAX),
      projectionDigests: digests(KNOWLEDGE_PROJECTIONS_MAX),
    });
    expect(surface.projectionDigests).toHaveLength(KNOWLEDGE_PROJECTIONS_MAX);
  });
});
