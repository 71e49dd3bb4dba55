import type { CapabilityKind } from '../identity/capability-kind.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { truncateUtf8 } from '../identity/text-rules.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Tells that a registration was refused. @returns the error to throw */
export function refuseRegistration(
  state: SessionState,
  { kind, publicName }: { readonly kind: CapabilityKind; readonly publicName: unknown },
  error: unknown,
): SessionError {
  state.emit({
    type: 'registration-refused',
    kind,
    publicName: typeof publicName === 'string' ? truncateUtf8(publicName, MAX_PUBLIC_NAME_BYTES) : '',
    code: codeOf(error),
    message: messageOf(error),
  });
  return error instanceof SessionError
    ? error
    : new SessionError(
        { code: 'capability', sessionId: state.id, reason: messageOf(error) },
        { cause: error },
      );
}
