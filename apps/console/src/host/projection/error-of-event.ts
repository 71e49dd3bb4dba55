import type { ErrorReport } from '../../protocol/error-report.js';
import { actionOfCode } from '../errors/action-of-code.js';
import { ERROR_TEXT_MAX_LENGTH } from '../limits.js';
import { cutText } from '../text/cut-text.js';

/** An error as an event tells it. */
export interface ToldError {
  readonly code: string | null;
  readonly message: string;
}

/** The report of an error that an event tells, with what it was caused by. */
export function errorOfEvent(error: ToldError, cause: ToldError | null = null): ErrorReport {
  const codes = [cause?.code, error.code].filter((code) => typeof code === 'string');
  return {
    code: error.code ?? 'internal',
    message: cutText(error.message, ERROR_TEXT_MAX_LENGTH),
    action: codes.map(actionOfCode).find((action) => action !== null) ?? null,
    causes:
      cause === null ? [] : [{ code: cause.code, message: cutText(cause.message, ERROR_TEXT_MAX_LENGTH) }],
    details: {},
  };
}
