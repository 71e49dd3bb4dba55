import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import type { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { CapabilityScope } from '../scope/capability-scope.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { SessionState } from './session-state.js';
import { acquireUseLease } from './use-lease.js';

/** Every admission has a session scope of its own, so its name may recur. */
const LOCAL_ID = 'active';

/** Who is admitted, to what. */
export interface AdmissionRequest {
  /** The run or the handle that events name. */
  readonly id: string;
  /** Names its scope within that of the session. */
  readonly localId: string;
  readonly pin: CapabilityProjectionLease;
  readonly ceiling: CapabilityCeiling;
  readonly signal?: AbortSignal | undefined;
}

/** The scopes of one admission; whoever has them closes the session scope, and then disposes the abort. */
export interface AdmittedScope {
  readonly sessionScope: CapabilityScope<'session'>;
  /** Owns the lease on the packages behind the generation. */
  readonly runScope: CapabilityScope<'run'>;
  /** Aborts both scopes; follows the session and the caller. */
  readonly abort: LinkedAbort;
}

/**
 * Opens scopes on a pinned generation, with a lease on its packages. One that is refused gives the pin back.
 *
 * @throws {CapabilityRuntimeError} those of `acquireUseLease`, `scope`, `cancelled` or `session-closed`
 */
export async function admitScope(state: SessionState, request: AdmissionRequest): Promise<AdmittedScope> {
  const abort = new LinkedAbort([state.abort.signal, request.signal]);
  try {
    return await openScopes(state, request, abort);
  } catch (error) {
    abort[Symbol.dispose]();
    request.pin.release();
    throw refusalOf(state, error);
  }
}

async function openScopes(
  state: SessionState,
  { id, localId, pin, ceiling }: AdmissionRequest,
  abort: LinkedAbort,
): Promise<AdmittedScope> {
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
    const runScope = sessionScope.admitRun(localId, lease === null ? {} : { lease });
    state.assertOpen();
    return { sessionScope, runScope, abort };
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
