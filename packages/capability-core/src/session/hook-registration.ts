import { checkHook, type Hook, type HookDefinition, type HookHandler } from '../kinds/hook.js';
import { REGISTERED_HOOKS_MAX } from './limits.js';
import { assertHookIdAvailable } from './name-guard.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Adds or replaces a host's hook, definition and handler together, unless a published one has its id. */
export function registerHook(
  state: SessionState,
  definition: HookDefinition,
  handler: HookHandler | null,
): void {
  let hook: Hook;
  try {
    hook = registrable(state, definition, handler);
  } catch (error) {
    throw refuseRegistration(state, { kind: 'hook', publicName: definition?.id }, error);
  }
  const action = state.registeredHooks.set(hook.id, hook);
  state.emit({ type: 'registration', kind: 'hook', publicName: hook.id, action });
}

/** Takes a host's hook away. */
export function unregisterHook(state: SessionState, id: string): boolean {
  if (state.closed) {
    throw new SessionError({ code: 'session-closed', sessionId: state.id });
  }
  const removed = state.registeredHooks.delete(id);
  if (removed) {
    state.emit({ type: 'registration', kind: 'hook', publicName: id, action: 'removed' });
  }
  return removed;
}

function registrable(state: SessionState, definition: HookDefinition, handler: HookHandler | null): Hook {
  const { id: sessionId, closed, registeredHooks } = state;
  if (closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const checked = checkHook(definition, handler);
  if (checked.type === 'flawed') {
    throw new SessionError({ code: 'hook-invalid', sessionId, reason: checked.reason });
  }
  const { hook } = checked;
  assertHookIdAvailable(state.catalog.current.projection, hook.id);
  if (registeredHooks.size >= REGISTERED_HOOKS_MAX && !registeredHooks.has(hook.id)) {
    throw new SessionError({ code: 'hook-limit-reached', sessionId, max: REGISTERED_HOOKS_MAX });
  }
  return hook;
}
