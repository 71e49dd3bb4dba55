// @ts-check

/**
 * Counts the scenarios in a report of Playwright's `json` reporter. An error outside every scenario is one failure.
 *
 * @param {string} json
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countPlaywright(json) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} */
  const { stats, errors } = JSON.parse(json);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
