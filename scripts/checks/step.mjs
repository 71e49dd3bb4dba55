// @ts-check

/**
 * What one step of `npm test` found.
 *
 * @typedef {object} StepResult
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} elapsedMs
 * @property {string} output what to show when it did not pass
 * @property {readonly string[]} [notes] lines to show in any case
 */

/**
 * Runs a step and prints its outcome; one that throws is one failure, and never hides the others.
 *
 * @param {string} name
 * @param {() => Promise<Omit<StepResult, 'name' | 'elapsedMs'>>} body
 * @returns {Promise<StepResult>}
 */
export async function step(name, body) {
  const startedAt = performance.now();
  /** @type {StepResult} */
  let result;
  try {
    result = { name, elapsedMs: 0, ...(await body()) };
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    result = { name, elapsedMs: 0, passed: 0, failed: 1, skipped: 0, output };
  }
  result.elapsedMs = performance.now() - startedAt;
  process.stdout.write(describe(result));
  return result;
}

/** @param {StepResult} result */
export function isGood({ passed, failed, skipped }) {
  return failed === 0 && skipped === 0 && passed > 0;
}

/**
 * What is said at the end: each step that is not good, then the sum alone on its line. A step that is not good though
 * nothing failed in it counts as one failure.
 *
 * @param {readonly StepResult[]} results
 */
export function closingLines(results) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ count) =>
    results.reduce((total, result) => total + result[count], 0);
  const bad = results.filter((result) => !isGood(result));
  const failed = sum('failed') + bad.filter((result) => result.failed === 0).length;
  return [
    ...bad.map(({ name }) => `not ok ${name}`),
    ...(sum('skipped') > 0 ? [`${sum('skipped')} skipped, which is a failure`] : []),
    `${sum('passed')} passed, ${failed} failed`,
  ].join('\n');
}

/** @param {StepResult} result */
function describe(result) {
  const { name, passed, failed, skipped, elapsedMs, output, notes = [] } = result;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const line = `${isGood(result) ? 'ok    ' : 'not ok'} ${name}: ${counts.join(', ')} in ${(elapsedMs / 1000).toFixed(1)} s`;
  const below = [...notes, ...(isGood(result) ? [] : [output])].map(indented);
  return `${[line, ...below].join('\n')}\n`;
}

/** @param {string} text */
function indented(text) {
  return text.trimEnd().replaceAll(/^/gm, '  ');
}
