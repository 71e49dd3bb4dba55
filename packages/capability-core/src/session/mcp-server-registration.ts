import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { publicNameFlaw } from '../kinds/public-name.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { AddedServer } from './added-server.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { ADDED_MCP_SERVERS_MAX } from './limits.js';
import { mergedTools } from './merged-tools.js';
import { ADDED_SERVER, assertServerNameAvailable } from './name-guard.js';
import { publicationRefusal } from './publication.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Starts a host's MCP server, and adds it unless its name or that of one of its tools is held. */
export async function addServer(
  state: SessionState,
  name: string,
  adapter: CapabilityProjectionAdapter,
  signal: AbortSignal | undefined,
): Promise<void> {
  await changeServers(state, name, signal, async (abort) => {
    assertAddable(state, name);
    const server = serverOf(state, name);
    const accept = (binding: McpBinding): void => {
      state.assertOpen();
      abort.throwIfAborted();
      assertToolsAvailable(state, binding);
      // At once, or a tool of the host could take one of these names before the server is there.
      state.addedServers.add(server, binding);
    };
    await server.start(name, adapter, { signal: abort, accept });
    state.emit({ type: 'registration', kind: 'mcp', publicName: name, action: 'added' });
  });
}

/** Takes a host's MCP server away. @returns whether there was one */
export async function removeServer(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return await changeServers(state, name, signal, async () => {
    assertServerNameAvailable(state.catalog.current.projection, name);
    const server = state.addedServers.take(name);
    if (server === undefined) {
      return false;
    }
    state.emit({ type: 'registration', kind: 'mcp', publicName: name, action: 'removed' });
    await server.retire();
    return true;
  });
}

/** Changes of the servers follow one another and publications, so that neither sees the other's halves. */
async function changeServers<T>(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
  change: (abort: AbortSignal) => Promise<T>,
): Promise<T> {
  using abort = new LinkedAbort([state.abort.signal, signal]);
  try {
    using _turn = await state.mutation.acquire(abort.signal);
    state.assertOpen();
    return await change(abort.signal);
  } catch (error) {
    const { closed, id: sessionId } = state;
    const refusal = closed
      ? new SessionError({ code: 'session-closed', sessionId }, { cause: error })
      : error instanceof SessionError
        ? error
        : publicationRefusal(state, abort.signal, error);
    throw refuseRegistration(state, { kind: 'mcp', publicName: name }, refusal);
  }
}

function assertAddable(state: SessionState, name: string): void {
  const { id: sessionId, addedServers, catalog } = state;
  const flaw = typeof name === 'string' ? publicNameFlaw(name) : 'its name is no text';
  if (flaw !== null) {
    throw new SessionError({ code: 'mcp-server-invalid', sessionId, reason: flaw });
  }
  assertServerNameAvailable(catalog.current.projection, name);
  if (addedServers.has(name)) {
    throw new CapabilityRuntimeError({
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: name,
      heldBy: ADDED_SERVER,
    });
  }
  if (addedServers.size >= ADDED_MCP_SERVERS_MAX) {
    throw new SessionError({ code: 'added-mcp-server-limit-reached', sessionId, max: ADDED_MCP_SERVERS_MAX });
  }
}

function assertToolsAvailable(state: SessionState, binding: McpBinding): void {
  mergedTools(state.catalog.current.projection, state).addServer(binding, ADDED_SERVER);
}

function serverOf(state: SessionState, serverName: string): AddedServer {
  const { clock, closePolicy, addedServers } = state;
  return new AddedServer({
    clock,
    closePolicy,
    onClosing: (closing) => addedServers.follow(closing),
    onClosed: (report) => state.emit({ type: 'mcp-server-closed', serverName, report }),
  });
}
