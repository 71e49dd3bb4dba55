import { describe, expect, it } from 'vitest';
import { aGeneration, aSession, aState } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { anInstalledRegistry, aPackageVersion, aStoredPackage } from '../test-state/package-builders.js';
import { sessionsBehind } from './sessions-behind.js';

const notes = aPackageVersion({ name: 'notes', version: '1.1.0', digest: digestOf(1) });
const oldNotes = { ...notes, version: '1.0.0', digest: digestOf(0) };
const registry = anInstalledRegistry([aStoredPackage(notes)]);

describe('sessions behind what is in force', () => {
  it('are those whose packages have another content in force, or none any more', () => {
    const maps = aPackageVersion({ name: 'maps', digest: digestOf(2) });
    const state = aState({
      registry,
      sessions: [aSession({ id: 'old' }), aSession({ id: 'new' }), aSession({ id: 'empty' })],
      generations: [
        aGeneration({ session: 'old', packages: [oldNotes, maps] }),
        aGeneration({ session: 'new', packages: [notes] }),
      ],
    });
    expect(sessionsBehind(state)).toEqual([{ session: 'old', packages: ['notes', 'maps'] }]);
  });

  it('are not those that are closed, nor those where only a draining generation is old', () => {
    const state = aState({
      registry,
      sessions: [aSession({ id: 'closed', state: 'closed' }), aSession({ id: 'demo' })],
      generations: [
        aGeneration({ session: 'closed', packages: [oldNotes] }),
        aGeneration({ generation: 1, state: 'draining', packages: [oldNotes] }),
        aGeneration({ generation: 2, packages: [notes] }),
      ],
    });
    expect(sessionsBehind(state)).toEqual([]);
  });
});
