import { applyConsoleEvent } from '../../protocol/console-event.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { PROTOCOL_VERSION } from '../../protocol/limits.js';
import type { HostMessage } from '../../protocol/messages.js';
import { type FailedCleanup, withFailedCleanups } from './failed-cleanups.js';

/**
 * How the page stands with its host. `healing` has noticed a gap and asked for a new snapshot, `lost` waits to connect
 * again, `unavailable` is a host that cannot serve and says why.
 */
export type Connection =
  | { readonly phase: 'connecting'; readonly since: number; readonly attempt: number }
  | { readonly phase: 'live' }
  | { readonly phase: 'healing'; readonly since: number }
  | {
      readonly phase: 'lost';
      readonly attempt: number;
      readonly retryAt: number;
      readonly reason: string | null;
    }
  | { readonly phase: 'unavailable'; readonly error: ErrorReport };

/** All that the page knows: the state as of `sequence`, and whether it is still being told. */
export interface ConnectionView {
  readonly connection: Connection;
  readonly sequence: number;
  readonly state: ConsoleState | null;
  /** Every cleanup that was told of and left something behind, the newest last. */
  readonly failedCleanups: readonly FailedCleanup[];
}

export type ConnectionInput =
  | { readonly type: 'connecting'; readonly at: number; readonly attempt: number }
  | {
      readonly type: 'lost';
      readonly attempt: number;
      readonly retryAt: number;
      readonly reason: string | null;
    }
  | { readonly type: 'message'; readonly at: number; readonly message: HostMessage };

export function initialView(at: number): ConnectionView {
  return {
    connection: { phase: 'connecting', since: at, attempt: 1 },
    sequence: 0,
    state: null,
    failedCleanups: [],
  };
}

/** The page's whole connection logic. A view that turns `healing` obliges the client to say `hello` again. */
export function reduceConnection(view: ConnectionView, input: ConnectionInput): ConnectionView {
  switch (input.type) {
    case 'connecting':
      return {
        ...view,
        connection: { phase: 'connecting', since: input.at, attempt: input.attempt },
      };
    case 'lost':
      if (view.connection.phase === 'unavailable') return view;
      return {
        ...view,
        connection: {
          phase: 'lost',
          attempt: input.attempt,
          retryAt: input.retryAt,
          reason: input.reason,
        },
      };
    case 'message':
      return reduceMessage(view, input.message, input.at);
  }
}

function reduceMessage(view: ConnectionView, message: HostMessage, at: number): ConnectionView {
  switch (message.type) {
    case 'snapshot': {
      if (message.protocol !== PROTOCOL_VERSION) {
        return { ...view, connection: { phase: 'unavailable', error: versionMismatch(message.protocol) } };
      }
      return {
        connection: { phase: 'live' },
        sequence: message.sequence,
        state: message.state,
        failedCleanups: withFailedCleanups(view.failedCleanups, message.state.sessions),
      };
    }
    case 'event': {
      if (view.connection.phase !== 'live' || view.state === null) return view;
      if (message.sequence <= view.sequence) return view;
      if (message.sequence !== view.sequence + 1) {
        return { ...view, connection: { phase: 'healing', since: at } };
      }
      return {
        ...view,
        sequence: message.sequence,
        state: applyConsoleEvent(view.state, message.event),
        failedCleanups:
          message.event.type === 'session'
            ? withFailedCleanups(view.failedCleanups, [message.event.session])
            : view.failedCleanups,
      };
    }
    case 'unavailable':
      return { ...view, connection: { phase: 'unavailable', error: message.error } };
    case 'result':
    case 'error':
      return view;
  }
}

export function versionMismatch(hostProtocol: number): ErrorReport {
  return {
    code: 'protocol-mismatch',
    message: `The host speaks version ${hostProtocol} of the protocol, this page version ${PROTOCOL_VERSION}.`,
    action: 'Restart the console, or reload the page, so that both are of the same version.',
    causes: [],
    details: { hostProtocol, pageProtocol: PROTOCOL_VERSION },
  };
}
