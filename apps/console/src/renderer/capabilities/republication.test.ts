import { describe, expect, it } from 'vitest';
import { aGeneration, aSession } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aPackageGeneration, aPackageVersion, aRegistry } from '../test-state/package-builders.js';
import { republication } from './republication.js';

const version = aPackageVersion({ version: '1.1.0', digest: digestOf(2) });
const registry = aRegistry({
  generation: 2,
  generations: [
    aPackageGeneration({ generation: 1, packages: [version, aPackageVersion({ name: 'other' })] }),
  ],
});
const generation = aGeneration({ useGeneration: 1, packages: [version] });

describe('publishing a generation again', () => {
  it('is a batch of the same packages of the package generation that it was made of', () => {
    expect(republication(generation, aSession(), registry)).toEqual({
      preset: { packageGeneration: 1, packages: ['everything'] },
      obstacle: null,
    });
  });

  it.each([
    ['The session takes no batch.', generation, aSession({ state: 'closed' })],
    ['The session takes no batch.', generation, undefined],
    ['It was made of no packages.', aGeneration({ useGeneration: null }), aSession()],
    ['Package generation 9 is no longer stored.', aGeneration({ useGeneration: 9 }), aSession()],
    [
      'everything 1.0.0 is not in package generation 1.',
      aGeneration({ useGeneration: 1, packages: [aPackageVersion({ digest: digestOf(3) })] }),
      aSession(),
    ],
  ])('is refused where it cannot be: %s', (obstacle, held, session) => {
    expect(republication(held, session, registry)).toEqual({ preset: null, obstacle });
  });
});
