import { describe, expect, it } from 'vitest';
import { aGeneration, aRun, aSession, aState } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aRegistry, aStoredPackage } from '../test-state/package-builders.js';
import { shortTarget } from './short-target.js';
import { targetLinks } from './target-links.js';

const stored = aStoredPackage();
const state = aState({
  sessions: [aSession({ id: 'demo' }), aSession({ id: 'ops' })],
  generations: [aGeneration({ session: 'demo', generation: 7 })],
  runs: [aRun({ id: 'run-1' })],
  registry: aRegistry({ packages: [stored] }),
});
const labels = (target: string): readonly string[] =>
  targetLinks({ target }, state).map((link) =>
    link.kind === 'session' ? `session ${link.session}` : link.label,
  );

describe('what a line of the audit log names', () => {
  it('is a run, a session, a generation with its session, or a package by name or by digest', () => {
    expect(labels('run-1')).toEqual(['run run-1']);
    expect(labels('demo')).toEqual(['session demo']);
    expect(labels('demo/7')).toEqual(['generation 7 of demo', 'session demo']);
    const own = `package ${stored.name} ${stored.version}`;
    expect(labels(stored.name)).toEqual([own]);
    expect(labels(stored.digest)).toEqual([own]);
    const newer = aStoredPackage({ version: '9.0.0', digest: digestOf(2) });
    const both = { ...state, registry: aRegistry({ packages: [stored, newer] }) };
    const named = (target: string): readonly string[] =>
      targetLinks({ target }, both).map((link) => (link.kind === 'selection' ? link.label : ''));
    expect(named(`put in ${stored.name} 9.0.0`)).toEqual([`package ${stored.name} 9.0.0`]);
    expect(named(stored.name)).toEqual([own, `package ${stored.name} 9.0.0`]);
  });

  it('may be several things at once, each named once', () => {
    expect(labels('demo batch-1 run-1 demo')).toEqual(['session demo', 'run run-1']);
    expect(labels('demo, ops')).toEqual(['session demo', 'session ops']);
  });

  it('is nothing where it is not in view', () => {
    for (const target of ['', 'run-2', 'demo/8', 'notebook (4711)']) expect(labels(target)).toEqual([]);
  });

  it('is shown with ids and digests cut to their heads', () => {
    expect(shortTarget(`demo batch-3fdd3e8f-608b-49c4-bbff-10d9b03a75d4`)).toBe('demo batch-3fdd3e8f');
    expect(shortTarget(stored.digest)).toMatch(/^[0-9a-f]{8}…$/);
    expect(shortTarget('/home/ada/packages/field-notes-1.0.0')).toBe('…/packages/field-notes-1.0.0');
    expect(shortTarget('/home/ada')).toBe('/home/ada');
  });
});
