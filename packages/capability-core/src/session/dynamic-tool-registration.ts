import { publicNameFlaw } from '../kinds/public-name.js';
import type { Tool } from '../kinds/tool.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import { DYNAMIC_TOOLS_MAX } from './limits.js';
import { assertToolNameAvailable } from './name-guard.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Adds or replaces a host's tool, unless a published capability or a built-in tool has its name. */
export function registerTool(state: SessionState, tool: Tool): void {
  let name: string;
  try {
    name = registrableName(state, tool);
  } catch (error) {
    throw refuseRegistration(state, { kind: 'tool', publicName: tool?.name }, error);
  }
  const action = state.dynamicTools.set(name, tool);
  state.emit({ type: 'registration', kind: 'tool', publicName: name, action });
}

/** Takes a host's tool away. */
export function unregisterTool(state: SessionState, name: string): boolean {
  if (state.closed) {
    throw new SessionError({ code: 'session-closed', sessionId: state.id });
  }
  const removed = state.dynamicTools.delete(name);
  if (removed) {
    state.emit({ type: 'registration', kind: 'tool', publicName: name, action: 'removed' });
  }
  return removed;
}

/** The name that the tool has now; it keeps it, whatever becomes of the object. */
function registrableName(state: SessionState, tool: Tool): string {
  const { id: sessionId, dynamicTools, addedServers } = state;
  if (state.closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const name: unknown = tool?.name;
  const reason =
    typeof name === 'string' ? (publicNameFlaw(name) ?? toolFlaw(tool)) : 'it has no name that is a text';
  if (typeof name !== 'string' || reason !== null) {
    throw new SessionError({ code: 'tool-invalid', sessionId, reason: reason ?? '' });
  }
  assertToolNameAvailable(state.catalog.current.projection, addedServers, name);
  if (dynamicTools.size >= DYNAMIC_TOOLS_MAX && !dynamicTools.has(name)) {
    throw new SessionError({ code: 'dynamic-tool-limit-reached', sessionId, max: DYNAMIC_TOOLS_MAX });
  }
  return name;
}
