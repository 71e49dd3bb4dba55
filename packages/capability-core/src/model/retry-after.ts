const SECONDS = /^\d+(\.\d+)?$/;

/**
 * How long a provider asks to wait, in milliseconds, by its headers `retry-after-ms` and `retry-after` (seconds or a
 * date); `null` when it does not say.
 */
export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const milliseconds = header('retry-after-ms')?.trim() ?? '';
  if (SECONDS.test(milliseconds)) return Number(milliseconds);
  const text = header('retry-after')?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
