const count = new Intl.NumberFormat('en-US');

export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 run`, `2 runs`, `3 batches`. */
export function formatPlural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** What a list shows of what there is: always both numbers. */
export function formatShown(shown: number, all: number, isFiltered: boolean): string {
  return `${formatCount(shown)} of ${formatCount(all)}${isFiltered ? ', filtered' : ''}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kibibytes = bytes / 1_024;
  if (kibibytes < 1_024) return `${kibibytes.toFixed(kibibytes < 10 ? 1 : 0)} KiB`;
  return `${(kibibytes / 1_024).toFixed(1)} MiB`;
}
