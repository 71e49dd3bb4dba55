import type { CapabilityCleanupReport } from '@changeover/capability-core';
import type { CleanupReport } from '../../protocol/batch.js';

/** A cleanup report as pages see it. */
export function cleanupReportOf(report: CapabilityCleanupReport, at: number): CleanupReport {
  const { rollbackBatches, retiredBatches, effectsClosed, effectsFailed, effectsTimedOut } = report;
  return {
    rollbackBatches,
    retiredBatches,
    effectsClosed,
    effectsFailed,
    effectsTimedOut,
    at,
    failures: report.failures.map(({ name, outcome, code, message }) => ({ name, outcome, code, message })),
  };
}
