import type { ErrorReport } from '../../protocol/error-report.js';
import { printableText } from '../../protocol/printable-text.js';
import { shownCauses } from '../../protocol/shown-causes.js';

/** An error for the terminal: code, message, causes, details, and what to do. */
export function failureBlock(title: string, report: ErrorReport): string {
  const details = Object.entries(report.details).map(([name, value]) => `  ${name}: ${String(value)}`);
  const within = (report.within ?? []).flatMap(({ code }) => (code === null ? [] : [`[${code}]`]));
  return [
    '',
    `${title}  [${report.code}]`,
    `  ${report.message}`,
    ...shownCauses(report).map(
      ({ code, text }) =>
        `  because: ${[text, code === null ? '' : `[${code}]`].filter((part) => part !== '').join('  ')}`,
    ),
    ...(within.length === 0 ? [] : [`  within: ${within.join(' › ')}`]),
    ...details,
    ...(report.action === null ? [] : [`  What to do: ${report.action}`]),
    '',
  ]
    .map((line) => printableText(line))
    .join('\n');
}
