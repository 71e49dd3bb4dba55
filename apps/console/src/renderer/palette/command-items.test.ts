import { describe, expect, it } from 'vitest';
import { aBatch, aGeneration, aRun, aSession, aState } from '../test-state/builders.js';
import { anInstalledRegistry, aStoredPackage } from '../test-state/package-builders.js';
import { commandItems } from './command-items.js';
import type { PaletteContext } from './palette-context.js';

const context: PaletteContext = { path: '/overview', view: {}, session: null, isLive: true };
const stored = aStoredPackage();
const { name, version, digest } = stored;
const state = aState({
  registry: anInstalledRegistry([stored]),
  sessions: [aSession({ id: 'ops' }), aSession({ id: 'demo', stamp: { generation: 2, digest: 'd' } })],
  generations: [
    aGeneration({ state: 'draining', pins: 1, useGeneration: 1, packages: [{ name, version, digest }] }),
    aGeneration({ generation: 2 }),
  ],
  runs: [aRun({ id: 'r-wait', waitingFor: 'hold' }), aRun({ id: 'r-busy' })],
});
const titles = (change: Partial<PaletteContext> = {}, of = state): readonly string[] =>
  commandItems(of, { ...context, ...change }).map((item) => item.title);

describe('commands of the palette', () => {
  it('are all that can be done with each session, run and the packages', () => {
    for (const title of [
      'Apply batch to demo…',
      'Start run in demo…',
      'Close session demo…',
      'Publish generation 1 of demo again…',
      'Compare generations 1 and 2 of demo',
      'Apply batch to ops…',
      'New session…',
      'Continue run r-wait',
      'Cancel run r-busy…',
      'Install package…',
      'Copy diagnostics',
      'Keyboard shortcuts',
    ])
      expect(titles()).toContain(title);
    expect(titles()).not.toContain('Continue run r-busy');
  });

  it('begin with the session that is on the screen', () => {
    expect(titles({ session: 'ops' })[0]).toBe('Apply batch to ops…');
    expect(titles({ session: 'demo' })[0]).toBe('Apply batch to demo…');
  });

  it('offer to cancel the batch that is applied, and no other one meanwhile', () => {
    const busy = titles({}, { ...state, batches: [aBatch()] });
    expect(busy).toContain('Cancel the batch of demo');
    expect(busy).not.toContain('Apply batch to demo…');
    expect(busy).toContain('Apply batch to ops…');
  });

  it('offer nothing that a closed session does not take', () => {
    const closed = { ...state, sessions: [aSession({ state: 'closed' })] };
    for (const title of titles({}, closed)) expect(title).not.toMatch(/^(Apply|Start|Close|Publish)/);
  });

  it('are those of the page alone while the host does not listen', () => {
    expect(titles({ isLive: false })).toEqual([
      'Hold what is shown',
      'Theme: light',
      'Theme: dark',
      'Theme: as the system has it',
      'Copy the address of this page',
      'Copy diagnostics',
      'Keyboard shortcuts',
    ]);
  });

  it('say what they would make of the view as it is', () => {
    const here = { path: '/capabilities/demo', session: 'demo' };
    expect(titles(here)).toContain('Show generations as a table');
    expect(titles({ ...here, view: { as: 'table', live: 'off' } })).toEqual(
      expect.arrayContaining(['Show generations as a timeline', 'Follow what is new']),
    );
    expect(titles()).not.toContain('Show generations as a table');
  });
});
