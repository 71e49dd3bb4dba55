import { describe, expect, it } from 'vitest';
import { cursor, packageSet, toolSet } from '../../test/set-builders.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { ABORT_GRACE_MS } from '../lifecycle/limits.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CapabilityScope } from './capability-scope.js';

/** A run in its session scope on a clock that only the test moves, and a log of what happened when. */
function stage(timeoutMs = 1_000) {
  const clock = new ManualClock();
  const log: string[] = [];
  const note = (text: string) => {
    log.push(`${clock.elapsed()} ${text}`);
  };
  const session = CapabilityScope.openSession({
    set: packageSet(1, ['read']),
    localId: 'active',
    clock,
    policy: new ScopeClosePolicy(timeoutMs),
  });
  const run = session.admitRun('active', {
    lease: { useGeneration: cursor(), release: () => note('lease released') },
  });
  const effect = (name: string): CapabilityEffect => ({ name, close: () => note(`${name} closed`) });
  const slow = (name: string, ms: number): CapabilityEffect => ({
    name,
    close: () =>
      new Promise((resolve) => {
        clock.setTimer(ms, () => {
          note(`${name} closed`);
          resolve();
        });
      }),
  });
  const stuck = (name: string): CapabilityEffect => ({ name, close: () => new Promise(() => {}) });
  /** Closes a scope, moving the clock as far as needed, and says how long it took. */
  const close = async (scope: { close(): Promise<ScopeCloseReport> }) => {
    let done = false;
    const report = scope.close().finally(() => {
      done = true;
    });
    const start = clock.elapsed();
    await clock.advance(0);
    while (!done && clock.elapsed() < start + 120_000) await clock.advance(10);
    return { report: await report, tookMs: clock.elapsed() - start };
  };
  return { clock, log, note, session, run, effect, slow, stuck, close };
}

const never = () => new Promise<void>(() => {});
const untilAborted = ({ signal }: { readonly signal: AbortSignal }) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('closing a scope', () => {
  it('closes everything once, also when the abort that it begins with makes somebody close it again', async () => {
    const { session, run, log, effect, close } = stage();
    run.registerEffect(effect('effect'));
    const reports: Promise<ScopeCloseReport>[] = [];
    for (const scope of [session, run]) {
      scope.signal.addEventListener('abort', () => reports.push(scope.close()));
    }
    const { report } = await close(session);
    expect(log).toEqual(['0 effect closed', '0 lease released']);
    expect(await reports[0]).toBe(report);
    expect(reports).toHaveLength(2);
  });

  it('settles tasks, then closes children and effects from the newest to the oldest, then the lease', async () => {
    const { run, log, note, effect, close } = stage();
    run.registerEffect(effect('older'));
    run.registerEffect(effect('newer'));
    run.openTurn('one').registerEffect(effect('of-turn-one'));
    run.openTurn('two').registerEffect(effect('of-turn-two'));
    run.spawn('task', async (options) => {
      await untilAborted(options);
      note('task ended');
    });
    const { report } = await close(run);
    expect(log.map((line) => line.slice(2))).toEqual([
      'task ended',
      'of-turn-two closed',
      'of-turn-one closed',
      'newer closed',
      'older closed',
      'lease released',
    ]);
    expect(report).toEqual({
      tasksCompleted: 1,
      tasksFailed: 0,
      tasksCancelled: 0,
      tasksTimedOut: 0,
      childScopesClosed: 2,
      childScopesFailed: 0,
      childScopesTimedOut: 0,
      effectsClosed: 2,
      effectsFailed: 0,
      effectsTimedOut: 0,
      generationLeasesReleased: 1,
      clean: true,
      failures: [],
      failuresOmitted: 0,
    });
  });

  it('gives every caller the same report, whoever asked first', async () => {
    const { run, log, effect } = stage();
    run.registerEffect(effect('once'));
    const [first, second] = await Promise.all([run.close(), run.close()]);
    expect(second).toBe(first);
    expect(await run.close()).toBe(first);
    await run[Symbol.asyncDispose]();
    expect(log).toEqual(['0 once closed', '0 lease released']);
  });

  it('counts a task that gives up because it was asked to as cancelled, one that fails as failed', async () => {
    const { run, close } = stage();
    run.spawn('gives-up', ({ signal }) => untilAborted({ signal }).then(() => signal.throwIfAborted()));
    run.spawn('gives-up-by-name', ({ signal }) =>
      untilAborted({ signal }).then(() => Promise.reject(new DOMException('stopped', 'AbortError'))),
    );
    run.spawn('breaks', async () => {
      throw Object.assign(new Error('no disk'), { code: 'ENOSPC' });
    });
    const { report } = await close(run);
    expect(report).toMatchObject({ tasksCancelled: 2, tasksFailed: 1, tasksCompleted: 0, clean: false });
    expect(report.failures).toEqual([
      {
        scope: run.id,
        name: 'breaks',
        kind: 'task',
        outcome: 'failed',
        code: 'ENOSPC',
        message: 'no disk',
      },
    ]);
  });

  it('counts a task that was cancelled as cancelled even if it ends well', async () => {
    const { run, close } = stage();
    const task = run.spawn('polite', untilAborted);
    run.cancel();
    expect(await task.settled).toBe('cancelled');
    expect((await close(run)).report).toMatchObject({ tasksCancelled: 1, tasksCompleted: 0, clean: true });
  });

  it('cancels the tasks of all scopes below', async () => {
    const { run, session } = stage();
    const task = run.openTurn('one').openSubtask('two').spawn('deep', untilAborted);
    session.cancel();
    expect(await task.settled).toBe('cancelled');
  });

  it('goes on after an effect that throws', async () => {
    const { run, log, effect, close } = stage();
    run.registerEffect(effect('older'));
    run.registerEffect({
      name: 'broken',
      close: () => {
        throw new Error('cannot close');
      },
    });
    const { report } = await close(run);
    expect(log).toEqual(['0 older closed', '0 lease released']);
    expect(report).toMatchObject({ effectsClosed: 1, effectsFailed: 1, clean: false });
    expect(report.failures).toMatchObject([{ name: 'broken', outcome: 'failed', message: 'cannot close' }]);
  });

  it('lets tasks have at most half of the time, so that effects are still closed', async () => {
    const { run, log, slow, close } = stage(1_000);
    run.registerEffect(slow('effect', 300));
    run.spawn('stuck', never);
    const { report, tookMs } = await close(run);
    // Half of the time for the task, its grace, and what the effect takes.
    expect(log).toEqual(['900 effect closed', '900 lease released']);
    expect(tookMs).toBe(900);
    expect(report).toMatchObject({ tasksTimedOut: 1, effectsClosed: 1, effectsTimedOut: 0, clean: false });
    expect(report.failures).toMatchObject([{ name: 'stuck', kind: 'task', outcome: 'timed-out' }]);
  });

  it('closes every effect of every scope though a task is stuck in each', async () => {
    const { run, session, log, effect, close } = stage(5_000);
    for (const scope of [run, run.openTurn('one'), run.openTurn('two').openSubtask('three')]) {
      scope.registerEffect(effect(`of-${scope.kind}`));
      scope.spawn('stuck', never);
    }
    const { report, tookMs } = await close(session);
    expect(log.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual([
      'of-subtask closed',
      'of-turn closed',
      'of-run closed',
      'lease released',
    ]);
    expect(tookMs).toBeLessThanOrEqual(5_200);
    expect(report.failures.filter(({ kind }) => kind === 'task')).toHaveLength(3);
    expect(report.failures.filter(({ kind }) => kind === 'effect')).toEqual([]);
  });

  it('gives up an effect at the deadline, discards older ones, and still releases the lease', async () => {
    const { run, log, effect, stuck, close } = stage(1_000);
    run.registerEffect(effect('never-reached'));
    run.registerEffect(stuck('stuck'));
    run.registerEffect(effect('newest'));
    const { report, tookMs } = await close(run);
    expect(log).toEqual(['0 newest closed', '1100 lease released']);
    expect(tookMs).toBe(1_100);
    expect(report).toMatchObject({
      effectsClosed: 1,
      effectsTimedOut: 2,
      generationLeasesReleased: 1,
      clean: false,
    });
    expect(report.failures.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'stuck timed-out',
      'never-reached timed-out',
    ]);
  });

  it('aborts an effect at the deadline and counts it as timed out though it ends in its grace', async () => {
    const { run, note, log, close } = stage(1_000);
    run.registerEffect({
      name: 'late',
      close: ({ signal }) => untilAborted({ signal }).then(() => note('late ended')),
    });
    const { report, tookMs } = await close(run);
    expect(log).toEqual(['1000 late ended', '1000 lease released']);
    expect(tookMs).toBe(1_000);
    expect(report).toMatchObject({ effectsTimedOut: 1, effectsClosed: 0 });
  });

  it('reports an unclean child as closed and failed, with the details of what was in it', async () => {
    const { session, run, close } = stage();
    run.registerEffect({ name: 'broken', close: () => Promise.reject(new Error('cannot close')) });
    const { report } = await close(session);
    expect(report).toMatchObject({
      childScopesClosed: 1,
      childScopesFailed: 1,
      effectsFailed: 0,
      generationLeasesReleased: 0,
      clean: false,
    });
    expect(report.failures.map(({ scope, name, kind }) => ({ scope, name, kind }))).toEqual([
      { scope: run.id, name: 'broken', kind: 'effect' },
      { scope: session.id, name: run.id, kind: 'child-scope' },
    ]);
  });

  it('counts no child that its owner closed before', async () => {
    const { run, close } = stage();
    await run.openTurn('one').close();
    expect((await close(run)).report).toMatchObject({ childScopesClosed: 0, clean: true });
  });

  it('discards children whose turn never comes, and they still give back what they leased', async () => {
    const { session, run, log, stuck, close } = stage(1_000);
    // The effects of twelve younger scopes are stuck; each takes half of what is left.
    const younger = Array.from({ length: 12 }, (_, index) =>
      session.admitRun(`younger-${index}`, { lease: { useGeneration: cursor(), release: () => {} } }),
    );
    for (const scope of younger) scope.registerEffect(stuck('stuck'));
    const { report, tookMs } = await close(session);
    expect(report.childScopesClosed + report.childScopesTimedOut).toBe(13);
    expect(report.childScopesTimedOut).toBeGreaterThan(0);
    expect(tookMs).toBeLessThanOrEqual(1_200);
    expect(run.isActive).toBe(false);
    expect(log.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['lease released']);
  });

  it('reports a lease that cannot be released, and one that takes too long', async () => {
    const reports = await Promise.all(
      [() => Promise.reject(new Error('the lock file is gone')), never].map(async (release) => {
        const { session, close } = stage();
        const run = session.admitRun('other', { lease: { useGeneration: cursor(), release } });
        return (await close(run)).report;
      }),
    );
    expect(reports).toMatchObject([
      { generationLeasesReleased: 0, failures: [{ kind: 'lease', outcome: 'failed' }] },
      { generationLeasesReleased: 0, failures: [{ kind: 'lease', outcome: 'timed-out' }] },
    ]);
  });

  it('leaves a lease the grace to be released though the time is over, and no longer', async () => {
    const counts = await Promise.all(
      [ABORT_GRACE_MS, ABORT_GRACE_MS + 1].map(async (ms) => {
        const { clock, session, stuck, close } = stage(1_000);
        const release = () => new Promise<void>((resolve) => void clock.setTimer(ms, resolve));
        const run = session.admitRun('other', { lease: { useGeneration: cursor(), release } });
        run.registerEffect(stuck('stuck'));
        return (await close(run)).report.generationLeasesReleased;
      }),
    );
    expect(counts).toEqual([1, 0]);
  });

  it('hears a child out that gives up in its own time, the grace of that included', async () => {
    const { clock, stuck, close } = stage();
    const session = CapabilityScope.openSession({
      set: packageSet(1, ['read']),
      localId: 'active',
      clock,
      policy: new ScopeClosePolicy(1_000),
    });
    const run = session.admitRun('run', { lease: { useGeneration: cursor(), release: never } });
    run.registerEffect(stuck('stuck'));
    const { report, tookMs } = await close(session);
    expect(tookMs).toBe(900);
    expect(report).toMatchObject({ childScopesClosed: 1, childScopesFailed: 1, childScopesTimedOut: 0 });
    expect(report.failures.map(({ name }) => name)).toEqual(['stuck', 'use-generation', run.id]);
  });

  it('waits for a child that does not end only as long as the grace', async () => {
    const { clock, session } = stage(50);
    const run = session.admitRun('other', { lease: { useGeneration: cursor(), release: never } });
    run.spawn('stuck', never);
    let done = false;
    const closing = session.close().finally(() => {
      done = true;
    });
    const doneAfter = async (ms: number) => {
      await clock.advance(ms);
      return done;
    };
    expect(await doneAfter(25 + ABORT_GRACE_MS - 1)).toBe(false);
    expect(await doneAfter(1)).toBe(true);
    expect((await closing).childScopesTimedOut).toBe(2);
  });

  it('leaves no timer and no listener behind', async () => {
    const clock = new ManualClock();
    const scope = CapabilityScope.openSession({ set: toolSet(1, ['read']), localId: 'active', clock });
    scope.registerEffect({ name: 'effect', close: () => {} });
    scope.spawn('task', async () => {});
    await scope.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
