import type { Tool } from '../kinds/tool.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import { toolNameFlaw } from './dynamic-tools.js';
import { DYNAMIC_TOOLS_MAX } from './limits.js';
import { assertToolNameAvailable } from './name-guard.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Adds or replaces a host's tool, unless a published capability has its name. */
export function registerTool(state: SessionState, tool: Tool): void {
  const { id: sessionId } = state;
  const publicName = tool.name;
  try {
    assertRegistrable(state, tool);
  } catch (error) {
    state.emit({
      type: 'registration-refused',
      kind: 'tool',
      publicName,
      code: codeOf(error),
      message: messageOf(error),
    });
    throw error instanceof SessionError
      ? error
      : new SessionError({ code: 'capability', sessionId, reason: messageOf(error) }, { cause: error });
  }
  const action = state.dynamicTools.set(tool);
  state.emit({ type: 'registration', kind: 'tool', publicName, action });
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

function assertRegistrable(state: SessionState, tool: Tool): void {
  const { name } = tool;
  const { id: sessionId, dynamicTools } = state;
  if (state.closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const flaw = toolNameFlaw(name) ?? toolFlaw(tool);
  if (flaw !== null) {
    throw new SessionError({ code: 'tool-invalid', sessionId, reason: flaw });
  }
  assertToolNameAvailable(state.catalog.current.projection, name);
  if (dynamicTools.size >= DYNAMIC_TOOLS_MAX && dynamicTools.get(name) === undefined) {
    throw new SessionError({ code: 'dynamic-tool-limit-reached', sessionId, max: DYNAMIC_TOOLS_MAX });
  }
}
