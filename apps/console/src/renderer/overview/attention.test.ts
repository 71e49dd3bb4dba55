import { describe, expect, it } from 'vitest';
import { aBatch, aFinishedRun, anError, aRun, aSession, aState } from '../test-state/builders.js';
import { digestOf, NOW } from '../test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  anUndecidedConsent,
  aStoredPackage,
} from '../test-state/package-builders.js';
import { attentionItems } from './attention.js';

const keys = (change: Parameters<typeof aState>[0]): readonly string[] =>
  attentionItems(aState(change)).map((item) => item.key);

describe('what needs a person', () => {
  it('is nothing when all goes well', () => {
    const committed = aBatch({ state: 'committed', endedAt: NOW });
    expect(
      keys({ sessions: [aSession()], batches: [committed], runs: [aRun(), aFinishedRun({ id: 'f' })] }),
    ).toEqual([]);
  });

  it('is a store that stopped taking writes, and one that had to cut something off', () => {
    const { store } = aState();
    expect(keys({ store: { ...store, writable: false, recovery: 'cut 12 bytes' } })).toEqual([
      'store-not-writable',
      'store-recovery',
    ]);
  });

  it('is a run that waits, with a way to it, but not one that has ended', () => {
    const runs = [aRun({ id: 'w', waitingFor: 'go-on' }), aFinishedRun({ id: 'e', waitingFor: 'go-on' })];
    expect(attentionItems(aState({ runs }))).toMatchObject([
      { key: 'run w', target: { screen: 'run', run: 'w' } },
    ]);
  });

  it('is a session that admits no run, a batch that failed, and a cleanup that left something', () => {
    const lastCleanup = {
      rollbackBatches: 0,
      retiredBatches: 1,
      effectsClosed: 1,
      effectsFailed: 1,
      effectsTimedOut: 0,
      at: NOW - 60_000,
      failures: [{ name: 'server', outcome: 'failed', code: 'EPERM', message: 'kill' }],
    };
    const session = aSession({ state: 'needs-you', problem: anError(), lastCleanup });
    const failed = aBatch({ state: 'rolled-back', error: anError(), endedAt: NOW });
    expect(attentionItems(aState({ sessions: [session], batches: [failed] }))).toMatchObject([
      { key: 'session demo' },
      { key: 'batch b-1', since: NOW, target: { part: 'batch' } },
      { key: `cleanup demo ${NOW - 60_000}`, since: NOW - 60_000, target: { part: 'cleanup' } },
    ]);
  });

  it('is not a batch that a person cancelled, nor one in a session that is closed', () => {
    const cancelled = aBatch({ state: 'cancelled', error: anError(), endedAt: NOW });
    const failed = aBatch({ state: 'rolled-back', error: anError(), endedAt: NOW });
    expect(keys({ sessions: [aSession()], batches: [cancelled] })).toEqual([]);
    expect(keys({ sessions: [aSession({ state: 'closed' })], batches: [failed] })).toEqual([]);
  });

  it('is a server of a package in force that nobody has decided about, with what it would run', () => {
    const waiting = anUndecidedConsent({ server: 'notebook', command: ['node', 'a b.js'] });
    const packages = [
      aStoredPackage({ digest: digestOf(0), servers: [waiting, aConsent({ server: 'fine' })] }),
      aStoredPackage({ digest: digestOf(1), state: 'unused', servers: [waiting] }),
    ];
    expect(attentionItems(aState({ registry: anInstalledRegistry(packages) }))).toMatchObject([
      {
        title: 'May notebook of everything 1.0.0 be started?',
        detail: "node 'a b.js'",
        target: { screen: 'package', digest: digestOf(0) },
      },
    ]);
  });

  it('is a stored version that was found damaged, told once however many files it has', () => {
    const registry = anInstalledRegistry([aStoredPackage({ digest: digestOf(0) })]);
    const found = ['a.md', 'b.md', 'c.md'].map((path) => ({
      digest: digestOf(0),
      path,
      reason: 'other bytes',
    }));
    const unread = anInstalledRegistry([aStoredPackage({ damage: 'it ends too early' })]);
    expect(attentionItems(aState({ registry: unread }))[0]?.detail).toBe(
      'its receipt cannot be read: it ends too early',
    );
    const elsewhere = { digest: digestOf(3), path: 'x', reason: 'gone' };
    const items = attentionItems(aState({ registry }), [...found, elsewhere]);
    expect(items.map((item) => item.detail)).toEqual(['a.md: other bytes, and 2 more']);
  });
});
