import { full, SESSION } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Canned } from './canned-host.js';
import type { Shot } from './shot.js';

const screen = `/capabilities/${SESSION}`;
const atlas: Canned = { kind: 'serves', state: full, answers: ATLAS_ANSWERS };
const refused: Canned = {
  kind: 'unavailable',
  error: {
    code: 'store-locked',
    message: 'The store /home/ada/.config/changeover/console.db is open in another process (4711).',
    action: 'Close the other console, or start this one with another folder.',
    causes: [{ code: 'EEXIST', message: 'console.db.lock is held by process 4711 since 10:02:11' }],
    details: { path: '/home/ada/.config/changeover/console.db', holder: 4_711 },
  },
};

export const SHELL_SHOTS = {
  palette: { canned: atlas, path: screen, steps: [{ keys: 'Control+k' }, { await: 'Commands' }] },
  'palette-found': {
    canned: atlas,
    path: '/overview',
    steps: [{ keys: 'Control+k' }, { fill: 'What to find or do', with: 'lookup' }, { await: 'Capabilities' }],
  },
  'close-session': { canned: atlas, path: screen, steps: [{ press: 'Close session…' }] },
  shortcuts: { canned: atlas, path: '/overview', steps: [{ press: 'Keyboard shortcuts' }] },
  unavailable: { canned: refused, path: '/overview' },
  connecting: { canned: { kind: 'silent' }, path: '/overview' },
  held: { canned: atlas, path: '/overview?live=off' },
  disconnected: {
    canned: { kind: 'goes-away', state: full, answers: ATLAS_ANSWERS },
    path: screen,
    steps: [{ await: 'Disconnected from the host' }],
  },
} as const satisfies Record<string, Shot>;
