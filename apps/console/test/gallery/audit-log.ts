import type { Activity, ActivityFilter } from '../../src/protocol/activity.js';
import { anActivity } from '../../src/renderer/test-state/activity-builders.js';
import { digestOf, NOW } from '../../src/renderer/test-state/moments-and-digests.js';
import type { Answers } from './canned-host.js';

type Deed = Pick<Activity, 'command' | 'target'> & Partial<Activity>;

const RUN = 'run-3fdd3e8f-608b-49c4-bbff-10d9b03a75d4';
const DEEDS: readonly Deed[] = [
  { command: 'run.start', target: 'r-61f9', durationMs: 6 },
  { command: 'run.continue', target: RUN, durationMs: 3 },
  { command: 'batch.apply', target: 'atlas-dev', durationMs: 1_900, reason: 'lookup 1.4 mends the timeout' },
  { command: 'generation.retire', target: 'atlas-dev/5', actor: 'host', durationMs: 31 },
  { command: 'package.store', target: 'acme/runtime-tools', durationMs: 212, detail: '7 items loaded' },
  {
    command: 'package.decide',
    target: digestOf(3),
    durationMs: 2,
    reason: 'read by two of us',
    detail: 'catalog allowed',
  },
  {
    command: 'batch.apply',
    target: 'atlas-dev',
    outcome: 'refused',
    durationMs: 12,
    detail:
      '[name-conflict] Two tools are named lookup: one of acme/runtime-tools 1.5.0, one of mill-gauge 1.0.0.',
  },
  {
    command: 'run.start',
    target: 'r-60aa',
    outcome: 'failed',
    durationMs: 240_000,
    detail: '[internal] It ended.',
  },
  { command: 'batch.cancel', target: 'atlas-dev batch-1', outcome: 'cancelled', durationMs: 40 },
  {
    command: 'transcripts.prune',
    target: '14 runs',
    actor: 'host',
    durationMs: null,
    detail: 'older than 90 days',
  },
];

/** The line of a log with this number, of which the newest is `total`. */
function lineOf(sequence: number, total: number): Activity {
  const deed = DEEDS[(sequence * 7) % DEEDS.length];
  const age = (total - sequence) * 47_000;
  return anActivity({ ...deed, sequence, at: NOW - 4_000 - age });
}

/** The newest lines of such a log, as the snapshot has them. */
export function newestLines(total: number, count: number): readonly Activity[] {
  return Array.from({ length: Math.min(total, count) }, (_, index) => lineOf(total - index, total));
}

/** Answers out of a log of so many lines. */
export function auditAnswers(total: number): Answers {
  const all = newestLines(total, total);
  return {
    'activity.read': ({ filter, before, limit }) => {
      const matched = all.filter((line) => fits(line, filter));
      const rest = matched.filter((line) => before === null || line.sequence < before);
      return {
        result: { lines: rest.slice(0, limit), hasMore: rest.length > limit, matched: matched.length, total },
      };
    },
  };
}

function fits(line: Activity, { text, actor, outcome }: ActivityFilter): boolean {
  const words = [line.command, line.target, line.reason, line.detail].join(' ').toLowerCase();
  return (
    (actor === null || line.actor === actor) &&
    (outcome === null || line.outcome === outcome) &&
    text
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => words.includes(word))
  );
}
