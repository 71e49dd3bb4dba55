import { StateStore } from '@changeover/storage-kit';
import { expect, it } from 'vitest';
import type { Activity } from '../../protocol/activity.js';
import { AUDIT_AGE_MAX_MS, AUDIT_LINES_MAX } from '../limits.js';
import { recordKey } from '../records/record-keys.js';
import { pruneAudit } from './prune-audit.js';

const NOW = 2 * AUDIT_AGE_MAX_MS;

function lineOf(sequence: number, at: number): Activity {
  return {
    sequence,
    at,
    actor: 'host',
    command: '',
    target: '',
    outcome: 'done',
    durationMs: null,
    reason: null,
    detail: null,
  };
}

it('deletes lines that are too old, and keeps those at the limit', async () => {
  const store = await StateStore.connect({ backend: 'memory' });
  const lines = [lineOf(1, NOW - AUDIT_AGE_MAX_MS - 1), lineOf(2, NOW - AUDIT_AGE_MAX_MS), lineOf(3, NOW)];
  for (const { sequence } of lines) {
    await store.transact((transaction) =>
      transaction.put({ key: recordKey.audit(sequence), value: sequence }),
    );
  }
  expect(await pruneAudit(store, lines, NOW)).toEqual(lines.slice(1));
  expect(await store.load(recordKey.audit(1))).toBeUndefined();
  expect(await store.load(recordKey.audit(2))).toBeDefined();
  expect(await store.load(recordKey.audit(3))).toBeDefined();
});

it('deletes the oldest of too many lines', async () => {
  const store = await StateStore.connect({ backend: 'memory' });
  const lines = Array.from({ length: AUDIT_LINES_MAX + 2 }, (_, index) => lineOf(index + 1, NOW));
  for (const sequence of [2, 3]) {
    await store.transact((transaction) =>
      transaction.put({ key: recordKey.audit(sequence), value: sequence }),
    );
  }
  expect(await pruneAudit(store, lines, NOW)).toEqual(lines.slice(2));
  expect(await store.load(recordKey.audit(2))).toBeUndefined();
  expect(await store.load(recordKey.audit(3))).toBeDefined();
});
