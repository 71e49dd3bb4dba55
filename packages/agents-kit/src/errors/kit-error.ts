/**
 * Why an agent back end refused.
 *
 * - `not-found`: no entity with that identity.
 * - `conflict`: the entity is at another revision than the caller expected.
 * - `unsupported`: this back end cannot do that.
 * - `busy`: another operation holds the entity; try again later.
 * - `invalid`: the request is malformed.
 * - `closed`: the back end or the entity has been closed.
 * - `cancelled`: the caller's signal fired; whether the call took effect is unknown.
 * - `unavailable`: the back end cannot be reached; whether the call took effect is unknown.
 * - `internal`: the back end failed; whether the call took effect is unknown.
 */
export type KitErrorCode =
  | 'not-found'
  | 'conflict'
  | 'unsupported'
  | 'busy'
  | 'invalid'
  | 'closed'
  | 'cancelled'
  | 'unavailable'
  | 'internal';

// A registered symbol, so that the guard also knows errors of a second copy of this package.
const brand = Symbol.for('@changeover/agents-kit/KitError');

/** A refusal by an agent back end. The message says what was refused, why, and what to do. */
export class KitError extends Error {
  readonly code: KitErrorCode;
  readonly [brand] = true;

  constructor(code: KitErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'KitError';
    this.code = code;
  }
}

/** True for a {@link KitError}, also for one made by another copy of this package. */
export function isKitError(value: unknown): value is KitError {
  return value instanceof Error && brand in value;
}
