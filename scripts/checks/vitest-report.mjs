// @ts-check

/**
 * What is read of a report of vitest's `json` reporter.
 *
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name the file's path
 * @property {'passed' | 'failed'} status
 * @property {string} [message] why the file could not be loaded
 * @property {{ title: string, status: string, failureMessages: string[] }[]} assertionResults
 */

/**
 * Counts the tests of a report. A file that failed without a failed test, because it could not be loaded, is one
 * failure.
 *
 * @param {VitestReport} report
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countVitest(report) {
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  const count = (/** @type {string} */ wanted) => statuses.filter((status) => status === wanted).length;
  return {
    passed: count('passed'),
    failed: count('failed') + brokenFiles.length,
    skipped: statuses.length - count('passed') - count('failed'),
  };
}
