import type { RetainedUseGeneration } from '../lease/use-generation-lease.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import type { Clock } from '../lifecycle/clock.js';
import type { CloseFailureList, CloseSubject } from '../lifecycle/close-failure.js';
import { Deadline } from '../lifecycle/deadline.js';
import { ABORT_GRACE_MS } from '../lifecycle/limits.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { settleWithin } from '../lifecycle/settle-within.js';
import type { SupervisedTask } from './scope-task.js';

/** A child as its parent closes it. */
interface ClosableChild {
  readonly id: string;
  readonly policy: ScopeClosePolicy;
  close(timeoutMs: number): Promise<ScopeCloseReport>;
}

/** What a scope leaves to be closed. */
export interface ScopeContents {
  readonly id: string;
  readonly clock: Clock;
  readonly tasks: readonly SupervisedTask[];
  readonly children: readonly ClosableChild[];
  readonly effects: readonly CapabilityEffect[];
  readonly lease: RetainedUseGeneration | null;
  readonly failures: CloseFailureList;
}

/**
 * Closes tasks, then children and effects, each from the newest to the oldest, then the lease.
 *
 * What comes first never takes all the time from what waits: tasks get half of it, and a child half of what is left as
 * long as anything waits behind it. So a task that is stuck, however deep, cannot keep an effect from being closed.
 */
export async function closeContents(contents: ScopeContents, timeoutMs: number): Promise<ScopeCloseReport> {
  const close = new ScopeClose(contents, Deadline.after(contents.clock, timeoutMs));
  await close.tasks(timeoutMs / 2);
  await close.children();
  await close.effects();
  await close.lease();
  return close.report();
}

class ScopeClose {
  readonly #contents: ScopeContents;
  readonly #deadline: Deadline;
  readonly #counts = {
    tasksCompleted: 0,
    tasksFailed: 0,
    tasksCancelled: 0,
    tasksTimedOut: 0,
    childScopesClosed: 0,
    childScopesFailed: 0,
    childScopesTimedOut: 0,
    effectsClosed: 0,
    effectsFailed: 0,
    effectsTimedOut: 0,
    generationLeasesReleased: 0,
  };

  constructor(contents: ScopeContents, deadline: Deadline) {
    this.#contents = contents;
    this.#deadline = deadline;
  }

  async tasks(timeoutMs: number): Promise<void> {
    const { tasks, clock } = this.#contents;
    if (tasks.length === 0) return;
    const all = await settleWithin(() => Promise.all(tasks.map(({ settled }) => settled)), {
      clock,
      timeoutMs,
    });
    const stuck = tasks.filter(({ outcome }) => outcome === null);
    for (const task of tasks) this.#countTask(task);
    if (all.outcome !== 'timed-out') return;
    await settleWithin(() => Promise.all(stuck.map(({ settled }) => settled)), {
      clock,
      timeoutMs: ABORT_GRACE_MS,
    });
  }

  async children(): Promise<void> {
    const newestFirst = [...this.#contents.children].reverse();
    for (const [index, child] of newestFirst.entries()) {
      const isLast = index === newestFirst.length - 1 && this.#contents.effects.length === 0;
      await this.#closeChild(child, isLast);
    }
  }

  async effects(): Promise<void> {
    for (const effect of [...this.#contents.effects].reverse()) await this.#closeEffect(effect);
  }

  async lease(): Promise<void> {
    const { lease, clock, failures } = this.#contents;
    if (lease === null) return;
    const released = await settleWithin(() => lease.release(), {
      clock,
      timeoutMs: Math.max(this.#deadline.remainingMs, ABORT_GRACE_MS),
    });
    const subject = this.#subject('lease', 'use-generation');
    if (released.outcome === 'fulfilled') this.#counts.generationLeasesReleased += 1;
    else if (released.outcome === 'rejected') failures.failed(subject, released.error);
    else failures.timedOut(subject, 'was not released in time and was left behind');
  }

  report(): ScopeCloseReport {
    const counts = this.#counts;
    const unclean =
      counts.tasksFailed +
      counts.tasksTimedOut +
      counts.childScopesFailed +
      counts.childScopesTimedOut +
      counts.effectsFailed +
      counts.effectsTimedOut;
    return Object.freeze({ ...counts, clean: unclean === 0, ...this.#contents.failures.finish() });
  }

  #countTask(task: SupervisedTask): void {
    const subject = this.#subject('task', task.name);
    switch (task.outcome) {
      case 'completed':
        this.#counts.tasksCompleted += 1;
        return;
      case 'cancelled':
        this.#counts.tasksCancelled += 1;
        return;
      case 'failed':
        this.#counts.tasksFailed += 1;
        this.#contents.failures.failed(subject, task.error);
        return;
      case null:
        this.#counts.tasksTimedOut += 1;
        this.#contents.failures.timedOut(subject, 'did not end in time and was left behind');
    }
  }

  async #closeChild(child: ClosableChild, isLast: boolean): Promise<void> {
    const { clock, failures } = this.#contents;
    const subject = this.#subject('child-scope', child.id);
    if (this.#deadline.expired) {
      // It still gives back its lease; nobody waits for that.
      void child.close(0);
      this.#counts.childScopesTimedOut += 1;
      failures.timedOut(subject, 'was discarded: the time for closing was over before its turn');
      return;
    }
    const timeoutMs = isLast ? this.#deadline.remainingMs : this.#deadline.remainingMs / 2;
    // The child's own end must come before the wait for it is over, or its report would be lost: after its time, one
    // effect and the lease may each take their grace, and one more is for clocks that are late.
    const childTimeoutMs = Math.min(
      child.policy.timeoutMs,
      Math.max(timeoutMs - 3 * ABORT_GRACE_MS, timeoutMs / 2),
    );
    const closed = await settleWithin(() => child.close(childTimeoutMs), {
      clock,
      timeoutMs,
      graceMs: ABORT_GRACE_MS,
    });
    if (closed.outcome !== 'fulfilled') {
      this.#counts.childScopesTimedOut += 1;
      failures.timedOut(subject, 'did not close in time and was left behind');
      return;
    }
    this.#counts.childScopesClosed += 1;
    failures.addAll(closed.value);
    if (closed.value.clean) return;
    this.#counts.childScopesFailed += 1;
    failures.add({
      ...subject,
      outcome: 'failed',
      code: 'unclean-close',
      message: 'closed, but something in it failed or timed out',
    });
  }

  async #closeEffect(effect: CapabilityEffect): Promise<void> {
    const { clock, failures } = this.#contents;
    const subject = this.#subject('effect', effect.name);
    if (this.#deadline.expired) {
      this.#counts.effectsTimedOut += 1;
      failures.timedOut(subject, 'was never closed: the time for closing was over before its turn');
      return;
    }
    const closed = await settleWithin(({ signal }) => effect.close({ signal }), {
      clock,
      timeoutMs: this.#deadline.remainingMs,
      graceMs: ABORT_GRACE_MS,
    });
    if (closed.outcome === 'fulfilled') {
      this.#counts.effectsClosed += 1;
    } else if (closed.outcome === 'rejected') {
      this.#counts.effectsFailed += 1;
      failures.failed(subject, closed.error);
    } else {
      this.#counts.effectsTimedOut += 1;
      failures.timedOut(subject, 'did not close in time and was left behind');
    }
  }

  #subject(kind: CloseSubject['kind'], name: string): CloseSubject {
    return { scope: this.#contents.id, name, kind };
  }
}
