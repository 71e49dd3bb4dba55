import type { ErrorReport } from '../../protocol/error-report.js';

export type RequestErrorCode =
  | 'refused'
  | 'aborted'
  | 'disconnected'
  | 'timed-out'
  | 'too-many-requests'
  | 'unreadable-answer';

const ACTIONS: Record<Exclude<RequestErrorCode, 'refused'>, string | null> = {
  aborted: null,
  disconnected: 'Wait until the host is back; the screen then shows whether the action was done.',
  'timed-out': 'Look at the host’s terminal, and try again.',
  'too-many-requests': 'Wait until some of the actions under way have ended.',
  'unreadable-answer': 'Restart the console, so that page and host are of the same version.',
};

/** Why a request got no result. `report` is what to show; for `refused` it is the host's own. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  readonly report: ErrorReport;

  private constructor(code: RequestErrorCode, report: ErrorReport, cause?: unknown) {
    super(report.message, { cause });
    this.code = code;
    this.report = report;
  }

  static refused(report: ErrorReport): RequestError {
    return new RequestError('refused', report);
  }

  static of(code: Exclude<RequestErrorCode, 'refused'>, message: string, cause?: unknown): RequestError {
    const causes = cause instanceof Error ? [{ code: null, message: cause.message }] : [];
    return new RequestError(code, { code, message, action: ACTIONS[code], causes, details: {} }, cause);
  }
}

/** What to show for anything that a request may throw. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof RequestError) return error.report;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'page-error', message, action: 'Reload the page.', causes: [], details: {} };
}
