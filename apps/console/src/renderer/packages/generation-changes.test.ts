import { describe, expect, it } from 'vitest';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aPackageGeneration, aPackageVersion } from '../test-state/package-builders.js';
import { generationHistory, versionChanges } from './generation-changes.js';

const notes = aPackageVersion({ name: 'notes', version: '1.0.0', digest: digestOf(0) });
const newNotes = { ...notes, version: '1.1.0', digest: digestOf(1) };
const maps = aPackageVersion({ name: 'maps', digest: digestOf(2) });

describe('what a package generation changed', () => {
  it('is what came, what went, and what has another content', () => {
    expect(versionChanges([notes, maps], [newNotes])).toEqual([
      { change: 'removed', name: 'maps', from: maps, to: null },
      { change: 'replaced', name: 'notes', from: notes, to: newNotes },
    ]);
    expect(versionChanges([notes], [{ ...notes }, maps])).toEqual([
      { change: 'added', name: 'maps', from: null, to: maps },
    ]);
  });

  it('is told newest first, from the first installation on', () => {
    const history = generationHistory([
      aPackageGeneration({ generation: 1, packages: [notes] }),
      aPackageGeneration({ generation: 2, packages: [newNotes] }),
    ]);
    expect(history.map(({ generation, changes }) => [generation.generation, changes?.length])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it('is not guessed where the generation before is not stored any more', () => {
    const history = generationHistory([
      aPackageGeneration({ generation: 4, packages: [notes] }),
      aPackageGeneration({ generation: 6, packages: [notes, maps] }),
      aPackageGeneration({ generation: 7, packages: [maps] }),
    ]);
    expect(history.map((entry) => entry.changes?.map((item) => item.change) ?? null)).toEqual([
      ['removed'],
      null,
      null,
    ]);
  });
});
