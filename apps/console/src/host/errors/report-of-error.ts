import type { ErrorReport } from '../../protocol/error-report.js';
import { ERROR_CAUSES_MAX, ERROR_TEXT_MAX_LENGTH } from '../limits.js';
import { cutText } from '../text/cut-text.js';
import { actionOfCode } from './action-of-code.js';
import { HostError } from './host-error.js';

type Details = Record<string, string | number | boolean | null>;

const NO_DETAILS: ReadonlySet<string> = new Set(['name', 'code', 'message', 'stack', 'cause', 'details']);

/** Any thrown value as it crosses to a page: never its stack. */
export function reportOfError(error: unknown): ErrorReport {
  const chain = chainOf(error);
  const head = headOf(chain);
  const told = chain.map((each) => ({ code: codeOf(each), message: messageOf(each) }));
  const { code, message } = told[head] ?? { code: null, message: '' };
  const causes = withoutRepeats(told.slice(head + 1));
  const action = [code, ...causes.map((cause) => cause.code)].map(actionOrNull).find((text) => text !== null);
  return {
    code: code ?? 'internal',
    message,
    action: action ?? null,
    causes,
    ...(head === 0 ? {} : { within: withoutRepeats(told.slice(0, head + 1)).slice(0, -1) }),
    details: detailsOf(chain[head]),
  };
}

/**
 * Which error of a chain speaks for it: the first that says what a person can do, where those around it only pass it
 * on. An error of the host's own is never passed over: it was put there to be read.
 */
function headOf(chain: readonly unknown[]): number {
  for (const [index, error] of chain.entries()) {
    if (actionOrNull(codeOf(error)) !== null) return index;
    if (error instanceof HostError || codeOf(error) === null) break;
  }
  return 0;
}

/** The error and what caused it, and what caused that, up to a bound. */
function chainOf(error: unknown): readonly unknown[] {
  const chain = [error];
  while (chain.length <= ERROR_CAUSES_MAX) {
    const last = chain.at(-1);
    const cause = last instanceof Error ? last.cause : undefined;
    if (cause === undefined) break;
    chain.push(cause);
  }
  return chain;
}

/** Of errors that say the same, the innermost knows best what it is. */
function withoutRepeats(chain: ErrorReport['causes']): ErrorReport['causes'] {
  return chain.filter((error, index) => chain[index + 1]?.message !== error.message);
}

/** The code of an error; null for one that has none. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function actionOrNull(code: string | null): string | null {
  return code === null ? null : actionOfCode(code);
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
    if (NO_DETAILS.has(name) || !isDetail(value) || value === '') continue;
    // Several errors carry parts of their message as fields too.
    if (typeof value === 'string' && value.includes(' ') && error.message.includes(value)) continue;
    details[name] = value;
  }
  return details;
}

function isDetail(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
