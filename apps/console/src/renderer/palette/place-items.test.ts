import { describe, expect, it } from 'vitest';
import { aGeneration, aRun, aSession, aState } from '../test-state/builders.js';
import { anInstalledRegistry, aStoredPackage } from '../test-state/package-builders.js';
import { placeItems } from './place-items.js';

const state = aState({
  registry: anInstalledRegistry([aStoredPackage()]),
  sessions: [aSession({ id: 'ops' }), aSession()],
  generations: [aGeneration({ publishedAt: 1 }), aGeneration({ generation: 2, publishedAt: 2 })],
  runs: [aRun({ id: 'r:odd' })],
});
const paths = (group: string): readonly string[] =>
  placeItems(state).flatMap(({ group: own, action }) =>
    own === group && action.do === 'go' ? [`${action.to.path}?${action.to.search?.select ?? ''}`] : [],
  );

describe('places of the palette', () => {
  it('are every screen, and every session, generation, run and package version in view', () => {
    expect(paths('Screens')).toEqual(['/overview?', '/packages?', '/capabilities?', '/runs?', '/activity?']);
    expect(paths('Sessions')).toEqual(['/capabilities/demo?', '/capabilities/ops?']);
    expect(paths('Packages')[0]).toMatch(/^\/packages\?package:sha256:/);
  });

  it('begin with the newest generation', () => {
    expect(paths('Generations')).toEqual([
      '/capabilities/demo?generation:demo:2',
      '/capabilities/demo?generation:demo:1',
    ]);
  });

  it('are of a run its row and its transcript, whatever its id is made of', () => {
    expect(paths('Runs')).toEqual(['/runs?run:r:odd', '/runs/demo/r%3Aodd?']);
  });

  it('have each an id of its own', () => {
    const ids = placeItems(state).map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
