import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { IDLE_WAIT_MS } from './limits.js';
import type { SessionHooks } from './session-hooks.js';
import type { SessionRuns } from './session-runs.js';
import type { SessionState } from './session-state.js';

/**
 * Ends a session whose closed flag is up: everything it has started is cancelled and awaited for a bounded time,
 * then the effects of its generation are closed. Never rejects; what goes wrong is in the report.
 */
export async function closeSession(
  state: SessionState,
  { runs, hooks }: { readonly runs: SessionRuns; readonly hooks: SessionHooks },
): Promise<void> {
  state.emit({ type: 'session-closing' });
  state.abort.abort(new CapabilityRuntimeError({ code: 'session-closed' }));
  runs.cancelAll('the session is closed');
  await runs.waitUntilIdle(IDLE_WAIT_MS);
  // A publication in progress gives the turn up within its close policy, and its effects are queued by then.
  using _turn = await state.mutation.acquire();
  await state.addedServers.close();
  state.catalog.retireCurrent();
  const report = await drainCleanup(state);
  await hooks.end();
  state.emit({ type: 'session-closed', report, runsLeft: runs.live });
}

/** Closes what waits to be closed, and tells how it went. */
export async function drainCleanup(state: SessionState): Promise<CapabilityCleanupReport> {
  const report = await state.catalog.drainCleanup();
  state.emit({ type: 'cleanup-drained', report });
  return report;
}
