import type { ErrorReport } from '../protocol/error-report.js';
import { failureBlock } from './errors/failure-block.js';

/** Says to whoever started the console what failed, why, and what to do. */
export type FailurePrinter = (title: string, report: ErrorReport) => void;

/** Says it on the terminal. */
export const printFailure: FailurePrinter = (title, report) => {
  process.stderr.write(`${failureBlock(title, report)}\n`);
};
