import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { admitScope } from './admitted-scope.js';
import type { Kept } from './forgotten-pins.js';
import { buildPinnedRegistry, type PinnedRegistry } from './pinned-registry.js';
import { SessionCapabilityRun } from './session-capability-run.js';
import type { SessionState } from './session-state.js';

/** Every admission has scopes of its own, so their names may recur. */
const LOCAL_ID = 'active';

interface Pinned {
  readonly pin: CapabilityProjectionLease;
  readonly servers: Disposable;
  readonly ceiling: CapabilityCeiling;
  readonly binding: RunCapabilityBinding;
  readonly registry: PinnedRegistry;
}

/**
 * Gives a run the published generation: pinned at one point in time, with a lease on its packages.
 *
 * @throws {CapabilityRuntimeError} those of `admitScope`, `runtime-name-conflict` or `runtime-value-invalid`
 */
export async function admitRun(
  state: SessionState,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<SessionCapabilityRun> {
  const { pin, servers, ceiling, binding, registry } = pinCurrent(state);
  try {
    const scope = await admitScope(state, { id, localId: LOCAL_ID, pin, ceiling, signal });
    const kept: Kept = { pin, servers, scope };
    const run = new SessionCapabilityRun({
      id,
      pin,
      servers,
      ...scope,
      registry,
      binding,
      onClosed: (report) => {
        kept.scope = null;
        state.emit({ type: 'run-closed', runId: id, report });
      },
    });
    return state.forgottenPins.watch(run, kept);
  } catch (error) {
    servers[Symbol.dispose]();
    throw error;
  }
}

function pinCurrent(state: SessionState): Pinned {
  state.assertOpen();
  const pin = state.catalog.pin();
  try {
    const { set } = pin.projection;
    const ceiling = state.ceilingOf(set);
    const binding = RunCapabilityBinding.of(set, ceiling);
    const registry = buildPinnedRegistry(pin.projection, state);
    return { pin, ceiling, binding, registry, servers: state.addedServers.pin() };
  } catch (error) {
    pin.release();
    throw error;
  }
}
