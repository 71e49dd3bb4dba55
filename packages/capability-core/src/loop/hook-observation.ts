import type { Hook } from '../kinds/hook.js';
import type { HookEvent } from '../kinds/hook-event.js';
import type { Clock } from '../lifecycle/clock.js';
import { callHook, hookReport } from './hook-call.js';
import type { HookReport } from './hook-report.js';

/** What observing hooks are called with. */
export interface ObservationOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly tell: (report: HookReport) => void;
}

/**
 * Tells hooks of an event, one after the other, until one does anything but go on. A hook that is too slow is told as
 * such and then waited for, so that whoever owns this also owns what it does late. Never rejects.
 */
export async function observeByHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  { signal, clock, tell }: ObservationOptions,
): Promise<void> {
  for (const hook of hooks) {
    const startedAt = clock.elapsed();
    const { outcome, settled } = callHook(hook, event, { signal, clock });
    const end = await outcome;
    const report = hookReport(hook, event, end, clock.elapsed() - startedAt);
    if (report !== null) tell(report);
    await settled;
    if (signal.aborted || (end.type === 'done' && end.value.type !== 'continue')) {
      return;
    }
  }
}
