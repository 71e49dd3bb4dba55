import type { ItemReport } from './package-item.js';

/** Notes where a file holds bytes that are no text. */
export function noteNoUtf8(text: string, report: ItemReport): void {
  const broken = text.indexOf('\uFFFD');
  if (broken === -1) return;
  const line = text.slice(0, broken).split(/\r\n|\r|\n/).length;
  report.note('It holds bytes that are no UTF-8; \uFFFD stands in for them.', line);
}
