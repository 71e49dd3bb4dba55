import { expect, it } from 'vitest';
import { aRun, aSession, aState } from '../test-state/builders.js';
import { diagnostics } from './diagnostics.js';

const page = { connection: 'live', address: '#/overview', agent: 'a browser' };

it('says in one block which console it is, how it is, and what needs a person', () => {
  const text = diagnostics(
    aState({ sessions: [aSession()], runs: [aRun({ waitingFor: 'hold' })], runCount: 3 }),
    page,
  );
  for (const part of [
    'console: 0.1.0 (in-process)',
    'session demo: open, generation 1',
    'runs: 3, 1 live',
    'hold',
  ])
    expect(text).toContain(part);
});

it('says nothing of what needs a person where nothing does', () => {
  expect(diagnostics(aState(), page)).not.toContain('needs a person');
});
