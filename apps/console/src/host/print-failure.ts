import type { ErrorReport } from '../protocol/error-report.js';
import { failureBlock } from './errors/failure-block.js';

/** Says on the terminal what failed, why, and what to do. */
export function printFailure(title: string, report: ErrorReport): void {
  process.stderr.write(`${failureBlock(title, report)}\n`);
}
