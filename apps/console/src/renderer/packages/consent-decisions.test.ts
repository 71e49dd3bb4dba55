import { describe, expect, it } from 'vitest';
import { FILTER_MAX_LENGTH } from '../../protocol/limits.js';
import { METHODS } from '../../protocol/methods.js';
import { aConsent, aPackageVersion } from '../test-state/package-builders.js';
import { decisionLines, decisionsAbout } from './consent-decisions.js';
import { DECISIONS_READ_MAX } from './limits.js';

const consent = aConsent({ package: aPackageVersion({ name: 'notes' }), server: 'notebook', decidedAt: 7 });
const line = (sequence: number, target: string, detail: string | null, command = 'package.decide') => ({
  sequence,
  at: sequence * 1_000,
  actor: 'operator' as const,
  command,
  target,
  outcome: 'done' as const,
  durationMs: 1,
  reason: sequence === 1 ? 'read it' : null,
  detail,
});

describe('decisions about a server', () => {
  it('are those about it in any version of its package, with their reasons', () => {
    const found = decisionLines(
      [line(2, 'notebook of notes 1.1.0', 'refused'), line(1, 'notebook of notes 1.0.0', 'allowed')],
      consent,
    );
    expect(found).toEqual([
      { sequence: 2, at: 2_000, version: '1.1.0', decision: 'refused', reason: null },
      { sequence: 1, at: 1_000, version: '1.0.0', decision: 'allowed', reason: 'read it' },
    ]);
  });

  it('are not lines that only have the same words in them', () => {
    const others = [
      line(1, 'old notebook of notes 1.0.0', 'allowed'),
      line(2, 'notebook of notes-extra 1.0.0', 'allowed'),
      line(3, 'notebook of notes 1.0.0', null),
      line(4, 'notebook of notes 1.0.0', 'allowed', 'package.apply'),
    ];
    expect(decisionLines(others, consent)).toEqual([]);
  });

  it('are asked for again once there is another one, within what a page may ask', () => {
    expect(decisionsAbout(consent).key).not.toBe(decisionsAbout({ ...consent, decidedAt: 8 }).key);
    const long = aConsent({ ...consent, server: 'n'.repeat(FILTER_MAX_LENGTH) });
    const { params } = decisionsAbout(long);
    expect(METHODS['activity.read'].params.safeParse(params).success).toBe(true);
    expect(params.limit).toBe(DECISIONS_READ_MAX);
  });
});
