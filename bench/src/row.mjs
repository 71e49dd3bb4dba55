const unrelated = { ratio: null, target: null, met: null };

/** One line of results; the relation is that of our value to the subject's. */
export function row(name, subject, measured, unit, relation = unrelated) {
  const { median, spread } = measured[subject];
  return { case: name, subject, value: median, spread, unit, ...relation };
}

/** @param most - the largest ratio that is good enough */
export function atMost(ratio, most, of) {
  return { ratio, target: `<= ${most} of ${of}`, met: ratio <= most };
}

/** @param least - the smallest ratio that is good enough */
export function atLeast(ratio, least, of) {
  return { ratio, target: `>= ${least} of ${of}`, met: ratio >= least };
}
