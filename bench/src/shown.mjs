/** What a result says beside its suite and case, as people read it. */
export function shown({ subject, value, spread, unit, ratio, target, met }) {
  return [
    subject,
    `${format(value)} ${unit}`,
    `± ${format(spread)} %`,
    ratio === null ? '' : `${format(ratio)} ×`,
    target ?? '',
    met === null ? '' : met ? 'yes' : 'no',
  ];
}

export const shownHead = ['subject', 'value', 'spread', 'ours to it', 'target', 'met'];

function format(value) {
  return value >= 100 || value === 0 ? String(Math.round(value)) : value.toPrecision(3);
}
