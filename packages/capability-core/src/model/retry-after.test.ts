import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');

it.each<[Readonly<Record<string, string>>, number | null]>([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': ' 0.5 ' }, 500],
  [{ 'retry-after': 'Tue, 01 Dec 2026 12:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Tue, 01 Dec 2026 11:00:00 GMT' }, null],
  [{ 'retry-after-ms': '40', 'retry-after': '1' }, 40],
  [{ 'retry-after-ms': 'soon', 'retry-after': '1' }, 1_000],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': '-1' }, null],
  [{ 'retry-after': '1 minute' }, null],
  [{ 'retry-after': 'Tue, 45 Dec 2026 GMT' }, null],
  [{}, null],
])('a provider that answers with %j asks to wait %s ms', (headers, wait) => {
  expect(retryAfterMs((name) => headers[name] ?? null, NOW)).toBe(wait);
});
