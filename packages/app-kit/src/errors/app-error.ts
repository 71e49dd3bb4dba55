import { isKitError } from '@changeover/agents-kit';
import { isStateStoreError } from '@changeover/storage-kit';

/**
 * Why an app refused.
 *
 * - `busy`: another operation holds the workspace, or the capacity is used up.
 * - `conflict`: something is at another revision, checkpoint or claim than was expected.
 * - `closed`: the app was shut down, or another host has taken it over.
 * - `integration`: an agent back end failed in a way that its contract does not know.
 * - `invalid`: the request or a definition is malformed.
 * - `not-found`: no such workspace, workflow, run or checkpoint.
 * - `timeout`: a bounded wait has run out.
 * - `storage`: the store failed; the cause is its own error.
 * - `cancelled`: the caller's signal fired.
 */
export type AppErrorCode =
  | 'busy'
  | 'conflict'
  | 'closed'
  | 'integration'
  | 'invalid'
  | 'not-found'
  | 'timeout'
  | 'storage'
  | 'cancelled';

const brand = Symbol.for('@changeover/app-kit/AppError');

/** A refusal by an app. The message says what was refused, why, and what to do; `cause` keeps the error below it. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly [brand] = true;

  constructor(code: AppErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
  }

  /**
   * The app's word for an error from a store or an agent back end. An {@link AppError} stays as it is; what neither
   * contract knows is `integration`.
   */
  static from(error: unknown): AppError {
    if (isAppError(error)) return error;
    const message = error instanceof Error ? error.message : String(error);
    if (isStateStoreError(error)) return new AppError('storage', message, { cause: error });
    if (!isKitError(error)) return new AppError('integration', message, { cause: error });
    switch (error.code) {
      case 'not-found':
      case 'conflict':
      case 'busy':
      case 'invalid':
      case 'closed':
      case 'cancelled':
        return new AppError(error.code, message, { cause: error });
      case 'unsupported':
        return new AppError('invalid', message, { cause: error });
      case 'unavailable':
      case 'internal':
        return new AppError('integration', message, { cause: error });
    }
  }
}

/** True for an {@link AppError}, also for one made by another copy of this package. */
export function isAppError(value: unknown): value is AppError {
  return value instanceof Error && brand in value;
}
