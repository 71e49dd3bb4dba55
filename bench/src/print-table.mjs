import { shown, shownHead } from './shown.mjs';

/** One line per result; the target concerns our value in relation to that peer's. */
export function printTable(results) {
  const head = ['suite', 'case', ...shownHead];
  const rows = results.map((result) => [result.suite, result.case, ...shown(result)]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
}
