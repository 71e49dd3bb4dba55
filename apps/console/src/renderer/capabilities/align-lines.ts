import { ALIGNED_LINES_MAX } from './limits.js';

/** A line of the left text, of the right one, or of both where they are the same. */
export type LinePair = readonly [left: string | null, right: string | null];

/**
 * Puts two texts side by side so that as many lines as possible stand beside their like. What differs comes first from
 * the left, then from the right. Texts beyond the bound are compared at their beginning and their end only.
 */
export function alignLines(left: readonly string[], right: readonly string[]): readonly LinePair[] {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (
    tail < left.length - head &&
    tail < right.length - head &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  ) {
    tail += 1;
  }
  const both = (line: string): LinePair => [line, line];
  const ending = tail === 0 ? [] : left.slice(-tail);
  return [
    ...left.slice(0, head).map(both),
    ...alignMiddle(left.slice(head, left.length - tail), right.slice(head, right.length - tail)),
    ...ending.map(both),
  ];
}

function alignMiddle(left: readonly string[], right: readonly string[]): readonly LinePair[] {
  if (left.length === 0 || right.length === 0 || left.length * right.length > ALIGNED_LINES_MAX ** 2) {
    return [...left.map((line): LinePair => [line, null]), ...right.map((line): LinePair => [null, line])];
  }
  const common = commonLengths(left, right);
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && a === b) {
      pairs.push([a, a]);
      i += 1;
      j += 1;
    } else if (a !== undefined && (b === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      pairs.push([a, null]);
      i += 1;
    } else {
      pairs.push([null, b ?? '']);
      j += 1;
    }
  }
  return pairs;
}

/** How many lines the rests from each pair of places on have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? [];
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] =
        left[i] === right[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
