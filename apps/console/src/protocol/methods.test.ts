import { describe, expect, it } from 'vitest';
import {
  FILTER_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PACKAGES_PER_BATCH_MAX,
  PAGE_LINES_MAX,
  PATH_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from './limits.js';
import { METHODS, type Method } from './methods.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const ANY = { text: '', actor: null, outcome: null };

function isTaken(method: Method, params: unknown): boolean {
  return METHODS[method].params.safeParse(params).success;
}

const text = (length: number) => 'x'.repeat(length);
const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
const digests = (count: number) => Array.from({ length: count }, () => DIGEST);
const batch = (packages: readonly string[]) => ({
  session: 's',
  packageGeneration: 1,
  packages,
  reason: null,
});

describe('a request', () => {
  it.each<[string, number, Method, (length: number) => unknown]>([
    ['a folder', PATH_MAX_LENGTH, 'package.store', (length) => ({ folder: text(length) })],
    ['a reason', REASON_MAX_LENGTH, 'session.close', (length) => ({ id: 's', reason: text(length) })],
    ['a name', NAME_MAX_LENGTH, 'run.cancel', (length) => ({ run: text(length) })],
    [
      'a prompt',
      PROMPT_MAX_LENGTH,
      'run.start',
      (length) => ({ session: 's', rehearsal: 'r', prompt: text(length) }),
    ],
    [
      'a filter',
      FILTER_MAX_LENGTH,
      'activity.read',
      (length) => ({ filter: { ...ANY, text: text(length) }, before: null, limit: 1 }),
    ],
    [
      'a page of the audit log',
      PAGE_LINES_MAX,
      'activity.read',
      (limit) => ({ filter: ANY, before: null, limit }),
    ],
    [
      'a page of a transcript',
      PAGE_LINES_MAX,
      'transcript.read',
      (limit) => ({ session: 's', run: 'r', after: 0, limit }),
    ],
    ['a batch', PACKAGES_PER_BATCH_MAX, 'batch.apply', (count) => batch(names(count))],
    ['a removal', PACKAGES_PER_BATCH_MAX, 'package.plan', (count) => ({ add: [], remove: names(count) })],
    ['an addition', PACKAGES_PER_BATCH_MAX, 'package.plan', (count) => ({ add: digests(count), remove: [] })],
  ])('takes %s up to its bound of %i, and nothing longer', (_what, max, method, params) => {
    expect(isTaken(method, params(max))).toBe(true);
    expect(isTaken(method, params(max + 1))).toBe(false);
  });

  it.each<[string, Method, unknown]>([
    ['no folder', 'package.store', { folder: '' }],
    ['what is no digest', 'package.receipt', { digest: 'sha256:0' }],
    ['a generation below 0', 'catalog.read', { session: 's', generation: -1 }],
    ['a page without a line', 'transcript.read', { session: 's', run: 'r', after: 0, limit: 0 }],
    ['a session with an odd name', 'session.create', { id: '../s' }],
    [
      'a decision that is none',
      'package.decide',
      { digest: DIGEST, server: 's', decision: 'undecided', reason: null },
    ],
  ])('is refused with %s', (_what, method, params) => {
    expect(isTaken(method, params)).toBe(false);
  });
});
