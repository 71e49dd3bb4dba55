/**
 * Runs each subject once per round, in an order that moves on by one each time, so that what the machine does
 * meanwhile falls on all of them alike. One round before the first is not counted: it compiles what runs often.
 *
 * @param subjects - functions by name; each resolves with what it measured
 * @returns by name: the median, and the spread as half the range between the quartiles, in per cent of the median
 */
export async function measure(subjects, rounds) {
  const names = Object.keys(subjects);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      const sample = await subjects[name]();
      if (round > 0) samples[name].push(sample);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summary(samples[name])]));
}

/** The milliseconds that `work` takes. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Median and spread of what was measured. */
export function summary(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  const median = at(0.5);
  return { median, spread: median === 0 ? 0 : ((at(0.75) - at(0.25)) / 2 / median) * 100 };
}
