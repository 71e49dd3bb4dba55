import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import type { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { CapabilityScope } from '../scope/capability-scope.js';
import { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { buildPinnedRegistry, type PinnedRegistry } from './pinned-registry.js';
import { SessionCapabilityRun } from './session-capability-run.js';
import type { SessionState } from './session-state.js';
import { acquireUseLease } from './use-lease.js';

/** Every admission has scopes of its own, so their names may recur. */
const LOCAL_ID = 'active';

interface Pinned {
  readonly pin: CapabilityProjectionLease;
  readonly ceiling: CapabilityCeiling;
  readonly binding: RunCapabilityBinding;
  readonly registry: PinnedRegistry;
}

/**
 * Gives a run the published generation: pinned at one point in time, with a lease on its packages.
 *
 * @throws {CapabilityRuntimeError} those of `acquireUseLease`, `scope`, `runtime-name-conflict`,
 * `runtime-value-invalid`, `cancelled` or `session-closed`
 */
export async function admitRun(
  state: SessionState,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<SessionCapabilityRun> {
  const pinned = pinCurrent(state);
  const abort = new LinkedAbort([state.abort.signal, signal]);
  try {
    return await enterScope(state, id, pinned, abort);
  } catch (error) {
    abort[Symbol.dispose]();
    pinned.pin.release();
    throw refusalOf(state, error);
  }
}

function pinCurrent(state: SessionState): Pinned {
  state.assertOpen();
  const pin = state.catalog.pin();
  try {
    const { set } = pin.projection;
    const ceiling = state.ceilingOf(set);
    const binding = RunCapabilityBinding.of(set, ceiling);
    return { pin, ceiling, binding, registry: buildPinnedRegistry(pin.projection, state) };
  } catch (error) {
    pin.release();
    throw error;
  }
}

async function enterScope(
  state: SessionState,
  id: string,
  { pin, ceiling, binding, registry }: Pinned,
  abort: LinkedAbort,
): Promise<SessionCapabilityRun> {
  if (abort.signal.aborted) {
    throw new CapabilityRuntimeError({ code: 'cancelled' });
  }
  const sessionScope = CapabilityScope.openSession({
    set: pin.projection.set,
    localId: LOCAL_ID,
    ceiling,
    policy: state.closePolicy,
    signal: abort.signal,
    clock: state.clock,
  });
  try {
    const lease = await acquireUseLease(state, id, pin, abort.signal);
    const runScope = sessionScope.admitRun(LOCAL_ID, lease === null ? {} : { lease });
    state.assertOpen();
    return new SessionCapabilityRun({
      id,
      pin,
      abort,
      sessionScope,
      runScope,
      registry,
      binding,
      onClosed: (report) => state.emit({ type: 'run-closed', runId: id, report }),
    });
  } catch (error) {
    await sessionScope.close();
    throw error;
  }
}

/** A session that closed meanwhile is the reason, whatever it made fail. */
function refusalOf(state: SessionState, error: unknown): CapabilityRuntimeError {
  if (state.closed) {
    return new CapabilityRuntimeError({ code: 'session-closed' }, { cause: error });
  }
  if (error instanceof CapabilityRuntimeError) {
    return error;
  }
  if (error instanceof CapabilityScopeError && error.code === 'scope-inactive') {
    return new CapabilityRuntimeError({ code: 'cancelled' }, { cause: error });
  }
  return new CapabilityRuntimeError({ code: 'scope', reason: messageOf(error) }, { cause: error });
}
