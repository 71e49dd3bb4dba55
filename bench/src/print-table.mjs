/** One line per result; the target concerns our value in relation to that peer's. */
export function printTable(results) {
  const head = ['suite', 'case', 'subject', 'value', 'spread', 'ours to it', 'target', 'met'];
  const rows = results.map((result) => [
    result.suite,
    result.case,
    result.subject,
    `${format(result.value)} ${result.unit}`,
    `± ${format(result.spread)} %`,
    result.ratio === null ? '' : `${format(result.ratio)} ×`,
    result.target ?? '',
    result.met === null ? '' : result.met ? 'yes' : 'no',
  ]);
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

function format(value) {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
