import { messageOf } from '../lifecycle/bounded-message.js';
import { admitScope } from './admitted-scope.js';
import type { HandleParts } from './host-handle.js';
import { ProjectedFlow } from './projected-flow.js';
import { ProjectedUi } from './projected-ui.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** A handle on the published flow of this name, or `null`. */
export async function projectFlow(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ProjectedFlow | null> {
  const parts = await admitHandle(state, 'flow', name, signal);
  const value = parts?.pin.projection.get(parts.descriptor.id);
  return parts === null || value?.kind !== 'flow'
    ? null
    : state.forgottenPins.watch(new ProjectedFlow(parts, value.flow, state), parts);
}

/** A handle on the published UI of this name, or `null`. */
export async function projectUi(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ProjectedUi | null> {
  const parts = await admitHandle(state, 'ui', name, signal);
  const value = parts?.pin.projection.get(parts.descriptor.id);
  return parts === null || value?.kind !== 'ui'
    ? null
    : state.forgottenPins.watch(new ProjectedUi(parts, value.ui), parts);
}

/**
 * Pins the published generation for one capability of it. Unlike a run, a handle uses nothing that the host has
 * registered, so no clash with that refuses it.
 *
 * @returns `null`, before any lease, when nothing of this kind has the name
 * @throws {SessionError} `session-closed` or `capability`
 */
async function admitHandle(
  state: SessionState,
  kind: 'flow' | 'ui',
  publicName: string,
  signal: AbortSignal | undefined,
): Promise<HandleParts | null> {
  try {
    state.assertOpen();
    const { projection } = state.catalog.current;
    const found = projection.find(kind, publicName);
    if (found === undefined) {
      return null;
    }
    const { descriptor } = found;
    const id = `${kind}-${state.ids.next()}`;
    const ceiling = state.ceilingOf(projection.set);
    const pin = state.catalog.pin();
    const scope = await admitScope(state, { id, localId: id, pin, ceiling, signal });
    const { generation } = pin.stamp;
    state.emit({ type: 'handle-opened', handleId: id, kind, publicName, generation });
    return {
      id,
      descriptor,
      pin,
      ...scope,
      onClosed: (report) => state.emit({ type: 'handle-closed', handleId: id, report }),
    };
  } catch (error) {
    const { id: sessionId, closed } = state;
    throw closed
      ? new SessionError({ code: 'session-closed', sessionId }, { cause: error })
      : new SessionError({ code: 'capability', sessionId, reason: messageOf(error) }, { cause: error });
  }
}
