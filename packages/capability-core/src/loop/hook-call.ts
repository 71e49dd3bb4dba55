import type { Hook } from '../kinds/hook.js';
import type { HookEvent } from '../kinds/hook-event.js';
import { checkHookResponse, HookResponse } from '../kinds/hook-response.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import type { BoundedOutcome } from './bounded-call.js';
import { changeFlaw, changeOf } from './hook-change.js';
import type { HookOutcome, HookReport } from './hook-report.js';
import { type LastingCall, lastingCall } from './lasting-call.js';

/** How one hook ended at one event. */
export type HookEnd = BoundedOutcome<HookResponse>;

/** Calls one hook within its time, again if it fails as often as it may be. */
export function callHook(
  { handle, config }: Hook,
  event: HookEvent,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): LastingCall<HookResponse> {
  const attempt = async (inner: AbortSignal): Promise<HookResponse> => {
    if (handle === null) return HookResponse.continue();
    const checked = checkHookResponse(await handle(event, { signal: inner }));
    const flaw = checked.type === 'sound' ? changeFlaw(event.type, checked.response) : checked.reason;
    if (checked.type === 'sound' && flaw === null) return checked.response;
    throw new TypeError(`its answer was refused: ${flaw}`);
  };
  return lastingCall(
    async (inner) => {
      for (let retry = 0; ; retry += 1) {
        try {
          return await attempt(inner);
        } catch (error) {
          if (retry >= config.maxRetries || inner.aborted) throw error;
        }
      }
    },
    { signal, timeoutMs: config.timeoutMs, clock },
  );
}

/** What a hook's end is told as; `null` for one that was given up with its run. */
export function hookReport(
  { id: hook, config }: Hook,
  { type: event }: HookEvent,
  end: HookEnd,
  durationMs: number,
): HookReport | null {
  const told = (outcome: HookOutcome, message: string | null): HookReport => ({
    hook,
    event,
    outcome,
    message,
    durationMs,
  });
  switch (end.type) {
    case 'cancelled':
      return null;
    case 'failed':
      return told('failed', messageOf(end.error));
    case 'timed-out':
      return told('timed-out', `timed out after ${config.timeoutMs} ms`);
    case 'done': {
      const outcome = changeOf(event, end.value) === null ? OUTCOMES[end.value.type] : 'changed';
      return told(outcome, 'reason' in end.value ? end.value.reason : null);
    }
  }
}

const OUTCOMES: Readonly<Record<HookResponse['type'], HookOutcome>> = {
  continue: 'continued',
  block: 'blocked',
  retry: 'retry',
  skip: 'skipped',
  escalate: 'escalated',
};
