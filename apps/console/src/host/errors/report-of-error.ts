import type { ErrorReport } from '../../protocol/error-report.js';
import { ERROR_CAUSES_MAX, ERROR_TEXT_MAX_LENGTH } from '../limits.js';
import { cutText } from '../text/cut-text.js';
import { actionOfCode } from './action-of-code.js';
import { HostError } from './host-error.js';

type Details = Record<string, string | number | boolean | null>;

const NO_DETAILS: ReadonlySet<string> = new Set(['name', 'code', 'message', 'stack', 'cause', 'details']);

/** Any thrown value as it crosses to a page: never its stack. */
export function reportOfError(error: unknown): ErrorReport {
  const causes = causesOf(error);
  const code = codeOf(error);
  return {
    code: code ?? 'internal',
    message: messageOf(error),
    action:
      [code, ...causes.map((cause) => cause.code)].map(actionOrNull).find((text) => text !== null) ?? null,
    causes,
    details: detailsOf(error),
  };
}

/** The code of an error; null for one that has none. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function actionOrNull(code: string | null): string | null {
  return code === null ? null : actionOfCode(code);
}

function causesOf(error: unknown): ErrorReport['causes'] {
  const causes: { code: string | null; message: string }[] = [];
  let cause = causeOf(error);
  while (cause !== undefined && causes.length < ERROR_CAUSES_MAX) {
    const told = { code: codeOf(cause), message: messageOf(cause) };
    // Of errors that say the same, the innermost knows best what it is.
    if (causes.at(-1)?.message === told.message) causes.pop();
    causes.push(told);
    cause = causeOf(cause);
  }
  return causes;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function messageOf(error: unknown): string {
  const text =
    error instanceof Error ? error.message : `Something was thrown that is no error: ${String(error)}`;
  return cutText(text, ERROR_TEXT_MAX_LENGTH);
}

function detailsOf(error: unknown): Details {
  if (error instanceof HostError) return error.details;
  if (!(error instanceof Error)) return {};
  const details: Details = {};
  for (const [name, value] of Object.entries(error)) {
    if (NO_DETAILS.has(name) || !isDetail(value)) continue;
    // Several errors carry parts of their message as fields too.
    if (typeof value === 'string' && value.includes(' ') && error.message.includes(value)) continue;
    details[name] = value;
  }
  return details;
}

function isDetail(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
