const SECONDS = /^\d+(\.\d+)?$/;
/** A date as HTTP writes it: parsers take almost any text for one. */
const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * How long a provider asks to wait, in milliseconds, by its headers `retry-after-ms` and `retry-after` (seconds or a
 * date); `null` when it does not say, or names a time that is past.
 */
export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const milliseconds = header('retry-after-ms')?.trim() ?? '';
  if (SECONDS.test(milliseconds)) return Number(milliseconds);
  const text = header('retry-after')?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const wait = HTTP_DATE.test(text) ? Date.parse(text) - now : Number.NaN;
  return wait > 0 ? wait : null;
}
