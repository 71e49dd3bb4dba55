import { type LinkedAbort, settledOrAborted } from '../lifecycle/abort.js';
import type { Clock } from '../lifecycle/clock.js';
import { ModelError } from './model-error.js';

/**
 * Waits for one step of a provider. A step that takes over `timeoutMs` aborts the whole call.
 *
 * @throws what the step rejects with; the reason of the abort as soon as there is one, `provider-silent` among them
 */
export async function inTime<T>(
  step: Promise<T>,
  abort: LinkedAbort,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<T> {
  const undoTimer = clock.setTimer(timeoutMs, () =>
    abort.abort(new ModelError({ code: 'provider-silent', timeoutMs })),
  );
  try {
    const result = await settledOrAborted(step, abort.signal);
    if (result.aborted) throw abort.signal.reason;
    return result.value;
  } finally {
    undoTimer();
  }
}
