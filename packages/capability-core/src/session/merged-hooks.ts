import type { Hook } from '../kinds/hook.js';
import { HookSet } from '../loop/hook-set.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { NamedRegistrations } from './named-registrations.js';

/**
 * The hooks of a generation and those of the host.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function mergedHooks(projected: readonly Hook[], registered: NamedRegistrations<Hook>): HookSet {
  const clash = projected.find(({ id }) => registered.has(id));
  if (clash !== undefined) {
    throw new CapabilityRuntimeError({
      code: 'runtime-name-conflict',
      kind: 'hook',
      publicName: clash.id,
      heldBy: 'a hook registered by the host',
    });
  }
  return new HookSet([...projected, ...registered.values()]);
}
