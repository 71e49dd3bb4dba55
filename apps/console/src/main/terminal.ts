import type { ErrorReport } from '../protocol/error-report.js';
import { printableText } from '../protocol/printable-text.js';
import { shownCauses } from '../protocol/shown-causes.js';

/** Says on the terminal what failed: code, causes, and what to do. */
export function printFailure(error: ErrorReport): void {
  const lines = [
    `Changeover failed [${error.code}]: ${error.message}`,
    ...shownCauses(error).map(
      ({ code, text }) => `  because${code === null ? '' : ` [${code}]`}${text === '' ? '' : `: ${text}`}`,
    ),
    ...(error.action === null ? [] : [`  What to do: ${error.action}`]),
  ];
  process.stderr.write(`${lines.map((line) => printableText(line)).join('\n')}\n`);
}

/** Says on the terminal that the console can be used. */
export function printReady(): void {
  process.stdout.write('Console ready in its window\n');
}

/** Lets the application go on when nobody takes what it prints any more. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
