import type { CapabilityValue } from '../kinds/value.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { admitScope } from './admitted-scope.js';
import type { Kept } from './forgotten-pins.js';
import type { HandleParts } from './host-handle.js';
import { ProjectedFlow } from './projected-flow.js';
import { ProjectedUi } from './projected-ui.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

interface AdmittedHandle {
  readonly value: CapabilityValue;
  readonly kept: Kept;
  readonly parts: HandleParts;
}

/** A handle on the published flow of this name, or `null`. */
export async function projectFlow(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ProjectedFlow | null> {
  const admitted = await admitHandle(state, 'flow', name, signal);
  return admitted?.value.kind === 'flow'
    ? state.forgottenPins.watch(new ProjectedFlow(admitted.parts, admitted.value.flow, state), admitted.kept)
    : null;
}

/** A handle on the published UI of this name, or `null`. */
export async function projectUi(
  state: SessionState,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ProjectedUi | null> {
  const admitted = await admitHandle(state, 'ui', name, signal);
  return admitted?.value.kind === 'ui'
    ? state.forgottenPins.watch(new ProjectedUi(admitted.parts, admitted.value.ui), admitted.kept)
    : null;
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
): Promise<AdmittedHandle | null> {
  try {
    state.assertOpen();
    const { projection } = state.catalog.current;
    const found = projection.find(kind, publicName);
    if (found === undefined) {
      return null;
    }
    const { descriptor, value } = found;
    const id = `${kind}-${state.ids.next()}`;
    const ceiling = state.ceilingOf(projection.set);
    const pin = state.catalog.pin();
    const scope = await admitScope(state, { id, localId: id, pin, ceiling, signal });
    const { generation } = pin.stamp;
    state.emit({ type: 'handle-opened', handleId: id, kind, publicName, generation });
    const kept: Kept = { pin, scope };
    const onClosed = (report: ScopeCloseReport): void => {
      kept.scope = null;
      state.emit({ type: 'handle-closed', handleId: id, report });
    };
    return { value, kept, parts: { id, descriptor, pin, ...scope, onClosed } };
  } catch (error) {
    const { id: sessionId, closed } = state;
    throw closed
      ? new SessionError({ code: 'session-closed', sessionId }, { cause: error })
      : new SessionError({ code: 'capability', sessionId, reason: messageOf(error) }, { cause: error });
  }
}
