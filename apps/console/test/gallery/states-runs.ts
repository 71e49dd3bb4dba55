import type { ConsoleState } from '../../src/protocol/console-state.js';
import type { TranscriptLine } from '../../src/protocol/transcript.js';
import { anError, aState } from '../../src/renderer/test-state/builders.js';
import { ended, full, long, many, minutesAgo, run, SESSION } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Canned } from './canned-host.js';
import type { Shot } from './shot.js';
import { failedTranscript, longTranscript, transcriptAnswers, waitingTranscript } from './transcripts.js';

const LONG_RUN = `xxx1-${'run'.repeat(41)}`;
const LINES = 3_000;

/** Its first lines are gone. */
const cut: readonly TranscriptLine[] = [
  {
    sequence: 1,
    at: minutesAgo(34),
    type: 'cut',
    text: 'The first 4,960 lines of this run were deleted for their age.',
  },
  ...longTranscript(minutesAgo(30), 40).slice(1),
];

const transcripts = transcriptAnswers({
  'r-41c9': waitingTranscript(minutesAgo(29)),
  'r-60aa': failedTranscript(minutesAgo(9)),
  'r-57b0': longTranscript(minutesAgo(21), LINES),
  'r-40f3': cut,
});
/** The run with the long transcript says of itself what that says. */
const state: ConsoleState = {
  ...full,
  runs: full.runs.map((item) =>
    item.id === 'r-57b0'
      ? { ...item, turns: 429, toolCalls: 1_069, endedAt: item.admittedAt + 534_800 }
      : item,
  ),
};
const atlas: Canned = { kind: 'serves', state, answers: { ...ATLAS_ANSWERS, ...transcripts } };
const notContinued: Canned = {
  kind: 'serves',
  state,
  answers: {
    ...transcripts,
    'run.continue': () => ({
      error: anError({
        code: 'run-not-waiting',
        message: 'Run r-41c9 does not wait at after-lookup any more: somebody let it go on.',
        action: 'Look at what it does now.',
        causes: [],
      }),
    }),
  },
};
const unread: Canned = {
  kind: 'serves',
  state: full,
  answers: {
    'transcript.read': () => ({
      error: anError({
        code: 'store-unreadable',
        message: 'The transcript cannot be read now: the store is being written anew.',
        action: 'Wait a moment, and read again.',
        causes: [],
      }),
    }),
  },
};
const slow: Canned = { kind: 'serves', state: full, answers: { 'transcript.read': () => 'silence' } };

/** Two hundred live runs, most of them on what is no longer current. */
const crowd = Array.from({ length: 200 }, (_, index) => {
  const held = index < 130 ? 6 : 7;
  const change = index % 9 === 0 ? { waitingFor: 'after-lookup' } : {};
  return run(`r-${(40_000 + index * 7).toString(16)}`, held, (held === 6 ? 24 : 2) + index / 8, change);
});
const crowded: Canned = {
  kind: 'serves',
  state: {
    ...full,
    runs: [...crowd, ...full.runs.filter((item) => item.endedAt !== null)],
    runCount: 10_412,
    generations: full.generations.map((item) =>
      item.session === SESSION && item.generation === 6 ? { ...item, pins: 130 } : item,
    ),
  },
  answers: ATLAS_ANSWERS,
};
const quiet: Canned = {
  kind: 'serves',
  state: { ...full, runs: [ended('r-3b77', 5, 44, 36)], runCount: 1 },
  answers: ATLAS_ANSWERS,
};

export const RUNS_SHOTS = {
  runs: { canned: atlas, path: '/runs?select=run:r-60aa' },
  'runs-plain': { canned: atlas, path: '/runs' },
  'runs-many': {
    canned: { kind: 'serves', state: { ...full, runs: many, runCount: 10_412 } },
    path: '/runs?status=ended&filter=completed',
  },
  'runs-empty': { canned: { kind: 'serves', state: aState() }, path: '/runs' },
  'runs-long': { canned: { kind: 'serves', state: long }, path: `/runs?select=run:${LONG_RUN}` },
  'start-run': { canned: atlas, path: '/runs', steps: [{ press: 'Start run…' }] },
  'pin-map': { canned: atlas, path: '/runs?as=map' },
  'pin-map-selected': { canned: atlas, path: '/runs?as=map&select=run:r-41c9' },
  'pin-map-crowd': { canned: crowded, path: '/runs?as=map' },
  'pin-map-long': { canned: { kind: 'serves', state: long }, path: '/runs?as=map' },
  'pin-map-quiet': { canned: quiet, path: '/runs?as=map' },
  transcript: { canned: atlas, path: `/runs/${SESSION}/r-41c9?live=off&open=only-3-5` },
  'transcript-live': { canned: atlas, path: `/runs/${SESSION}/r-41c9` },
  'transcript-not-continued': {
    canned: notContinued,
    path: `/runs/${SESSION}/r-41c9`,
    steps: [{ press: 'Continue run' }, { await: 'run-not-waiting' }],
  },
  'transcript-failed': { canned: atlas, path: `/runs/${SESSION}/r-60aa?open=only-6` },
  'transcript-long': { canned: atlas, path: `/runs/${SESSION}/r-57b0` },
  'transcript-end': {
    canned: atlas,
    path: `/runs/${SESSION}/r-57b0`,
    steps: [{ press: 'To the end' }, { await: 'Close report' }],
  },
  'transcript-filtered': { canned: atlas, path: `/runs/${SESSION}/r-57b0?filter=gauge&steps=failed` },
  'transcript-none-fits': { canned: atlas, path: `/runs/${SESSION}/r-57b0?filter=otter` },
  'transcript-cut': { canned: atlas, path: `/runs/${SESSION}/r-40f3` },
  'transcript-pruned': { canned: atlas, path: `/runs/${SESSION}/r-3b77` },
  'transcript-unknown': { canned: atlas, path: `/runs/${SESSION}/r-0000` },
  'transcript-reading': { canned: slow, path: `/runs/${SESSION}/r-41c9` },
  'transcript-refused': { canned: unread, path: `/runs/${SESSION}/r-41c9` },
  'scope-tree': { canned: atlas, path: `/runs/${SESSION}/r-60aa?as=tree` },
  'scope-tree-live': { canned: atlas, path: `/runs/${SESSION}/r-41c9?as=tree` },
  'scope-tree-long': { canned: atlas, path: `/runs/${SESSION}/r-57b0?as=tree` },
} as const satisfies Record<string, Shot>;
