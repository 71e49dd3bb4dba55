import type { ErrorReport } from '../../protocol/error-report.js';

/** An error for the terminal: code, message, causes, details, and what to do. */
export function failureBlock(title: string, report: ErrorReport): string {
  const details = Object.entries(report.details).map(([name, value]) => `  ${name}: ${String(value)}`);
  return [
    '',
    `${title}  [${report.code}]`,
    `  ${report.message}`,
    ...report.causes.map(
      (cause) => `  because: ${cause.message}${cause.code === null ? '' : `  [${cause.code}]`}`,
    ),
    ...details,
    ...(report.action === null ? [] : [`  What to do: ${report.action}`]),
    '',
  ].join('\n');
}
