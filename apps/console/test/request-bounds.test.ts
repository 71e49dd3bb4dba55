import { describe, expect, it } from 'vitest';
import {
  FILTER_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PACKAGES_PER_BATCH_MAX,
  PAGE_LINES_MAX,
  PATH_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from '../src/protocol/limits.js';
import { METHODS, type Method } from '../src/protocol/methods.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const run = { session: 's', rehearsal: 'r', prompt: 'Go.' };
const batch = { session: 's', packageGeneration: 1, packages: ['p'], reason: null };
const change = { add: [DIGEST], remove: [], base: 0, reason: null };
const filter = { text: '', actor: null, outcome: null };
const text = (length: number): string => 'x'.repeat(length);
const list = <Item>(length: number, item: Item): Item[] => Array.from({ length }, () => item);

/** A value of a request, by what it is bounded, and the request with a value of so much. */
type Bound = readonly [what: string, bound: number, method: Method, params: (size: number) => object];

describe.each<Bound>([
  ['the name of a session', NAME_MAX_LENGTH, 'session.close', (n) => ({ id: text(n), reason: null })],
  ['the name of a rehearsal', NAME_MAX_LENGTH, 'run.start', (n) => ({ ...run, rehearsal: text(n) })],
  ['the label of a run', NAME_MAX_LENGTH, 'run.continue', (n) => ({ run: 'r', label: text(n) })],
  ['a prompt', PROMPT_MAX_LENGTH, 'run.start', (n) => ({ ...run, prompt: text(n) })],
  ['the reason of a close', REASON_MAX_LENGTH, 'session.close', (n) => ({ id: 's', reason: text(n) })],
  ['the reason of a batch', REASON_MAX_LENGTH, 'batch.apply', (n) => ({ ...batch, reason: text(n) })],
  ['the path of a folder', PATH_MAX_LENGTH, 'package.store', (n) => ({ folder: text(n) })],
  [
    'the packages of a batch',
    PACKAGES_PER_BATCH_MAX,
    'batch.apply',
    (n) => ({ ...batch, packages: list(n, 'p') }),
  ],
  [
    'packages to put in force',
    PACKAGES_PER_BATCH_MAX,
    'package.apply',
    (n) => ({ ...change, add: list(n, DIGEST) }),
  ],
  [
    'packages to take away',
    PACKAGES_PER_BATCH_MAX,
    'package.apply',
    (n) => ({ ...change, remove: list(n, 'p') }),
  ],
  [
    'the text of a filter',
    FILTER_MAX_LENGTH,
    'activity.read',
    (n) => ({ filter: { ...filter, text: text(n) }, before: null, limit: 1 }),
  ],
  [
    'the lines of an answer',
    PAGE_LINES_MAX,
    'transcript.read',
    (n) => ({ session: 's', run: 'r', after: 0, limit: n }),
  ],
])('%s', (_, bound, method, params) => {
  it(`of ${bound} is taken`, () => {
    expect(METHODS[method].params.safeParse(params(bound)).success).toBe(true);
  });

  it(`of ${bound + 1} is refused`, () => {
    const { error } = METHODS[method].params.safeParse(params(bound + 1));
    expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: bound }]);
  });
});

it.each<[Method, object]>([
  ['session.close', { id: '', reason: null }],
  ['package.store', { folder: '' }],
  ['transcript.read', { session: 's', run: 'r', after: 0, limit: 0 }],
  ['transcript.read', { session: 's', run: 'r', after: -1, limit: 1 }],
  ['transcript.read', { session: 's', run: 'r', after: 0.5, limit: 1 }],
])('%s of %j is refused', (method, params) => {
  expect(METHODS[method].params.safeParse(params).success).toBe(false);
});

it.each(['', ' \n'])('a run is not begun with a prompt of nothing: %j', (prompt) => {
  expect(METHODS['run.start'].params.safeParse({ ...run, prompt }).error?.issues).toMatchObject([
    { path: ['prompt'], message: 'a run needs a prompt' },
  ]);
});
