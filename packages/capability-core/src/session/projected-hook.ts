import type { CapabilityProjection, ProjectedCapability } from '../catalog/capability-projection.js';
import { checkHook, type Hook, type HookBinding } from '../kinds/hook.js';
import { SESSION_HOOK_EVENT_TYPES } from '../kinds/hook-event.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/** What was read once serves each run: whoever made a hook may change it, but not what a generation holds. */
const read = new WeakMap<CapabilityProjection, Map<string, Hook>>();

/**
 * A frozen copy of one of a generation's hooks, as it was when this was first asked, which is before its publication.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function projectedHook(
  projection: CapabilityProjection,
  { descriptor: { publicName } }: ProjectedCapability,
  { definition, handler }: HookBinding,
): Hook {
  const known = read.get(projection) ?? new Map<string, Hook>();
  read.set(projection, known);
  const hook = known.get(publicName);
  if (hook !== undefined) {
    return hook;
  }
  const checked = checkHook(definition, handler ?? undefined);
  if (checked.type === 'flawed') {
    throw invalid(publicName, checked.reason);
  }
  const { eventType } = checked.hook;
  if (SESSION_HOOK_EVENT_TYPES.includes(eventType)) {
    throw invalid(
      publicName,
      `${eventType} belongs to the session, so only the host can register a hook on it`,
    );
  }
  known.set(publicName, checked.hook);
  return checked.hook;
}

function invalid(publicName: string, reason: string): CapabilityRuntimeError {
  return new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind: 'hook', publicName, reason });
}
