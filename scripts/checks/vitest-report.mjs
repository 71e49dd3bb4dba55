// @ts-check

/**
 * Counts the tests in a report of vitest's `json` reporter. A file that failed without a failed test, because it
 * could not be loaded, is one failure.
 *
 * @param {string} json
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countVitest(json) {
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const report = JSON.parse(json);
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
