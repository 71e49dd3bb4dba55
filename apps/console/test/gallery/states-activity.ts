import { anError } from '../../src/renderer/test-state/builders.js';
import { full } from './atlas.js';
import { auditAnswers, newestLines } from './audit-log.js';
import type { Canned } from './canned-host.js';
import type { Shot } from './shot.js';

const LINES = 12_480;
const log: Canned = {
  kind: 'serves',
  state: { ...full, activity: newestLines(LINES, 200) },
  answers: auditAnswers(LINES),
};
const none: Canned = { kind: 'serves', state: { ...full, activity: [] }, answers: auditAnswers(0) };
const unread: Canned = {
  kind: 'serves',
  state: full,
  answers: {
    'activity.read': () => ({
      error: anError({
        code: 'store-unreadable',
        message: 'The audit log cannot be read now: the store is being written anew.',
        action: 'Wait a moment, and read again.',
        causes: [],
      }),
    }),
  },
};

export const ACTIVITY_SHOTS = {
  activity: { canned: log, path: '/activity' },
  'activity-line': { canned: log, path: `/activity?outcome=refused&select=activity:${LINES - 2}` },
  'activity-filtered': { canned: log, path: '/activity?filter=lookup&actor=operator' },
  'activity-none-fits': { canned: log, path: '/activity?filter=otter' },
  'activity-empty': { canned: none, path: '/activity' },
  'activity-unread': { canned: unread, path: '/activity' },
  'activity-export': {
    canned: log,
    path: '/activity?outcome=refused',
    steps: [{ press: 'Download' }, { await: 'Downloaded 1,248 lines' }],
  },
} as const satisfies Record<string, Shot>;
