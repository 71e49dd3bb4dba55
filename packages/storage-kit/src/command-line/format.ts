import type { RevisionRange, StoreFault } from './documents.js';

const counts = new Intl.NumberFormat('en-GB');
const units = ['KiB', 'MiB', 'GiB'] as const;

function formatCount(count: number): string {
  return counts.format(count);
}

/** A number and the thing counted, in the plural where there is not one of it. */
export function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit: string | undefined;
  for (const next of units) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return unit === undefined ? `${bytes} B` : `${value.toFixed(1)} ${unit}`;
}

/** Commits by their revisions. */
export function formatCommits(ranges: readonly RevisionRange[]): string {
  const [first] = ranges;
  const isOne = ranges.length === 1 && first?.from === first?.to;
  const revisions = ranges
    .map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`))
    .join(', ');
  return `${isOne ? 'commit' : 'commits'} ${revisions}`;
}

export function formatFault({ file, offset, key, message }: StoreFault): string {
  const place = offset === undefined ? file : `${file} at byte ${offset}`;
  return key === undefined ? `${place}: ${message}` : `${place}, ${key.namespace}/${key.key}: ${message}`;
}

/** Lines with a heading, those behind it indented. */
export function formatSection(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}
