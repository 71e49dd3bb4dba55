import { readJson } from '../../json-view/read-json.js';
import { PREVIEW_MAX_LENGTH, TEXT_LENGTH_SHOWN, TEXT_LINES_SHOWN } from './limits.js';

/** A text in one line, as much as a row has room for. */
export function previewText(text: string): string {
  const head = text.slice(0, PREVIEW_MAX_LENGTH * 2);
  const line = head.replaceAll(/\s+/g, ' ').trim();
  const isAll = head.length === text.length && line.length <= PREVIEW_MAX_LENGTH;
  return isAll ? line : `${line.slice(0, PREVIEW_MAX_LENGTH)}…`;
}

/** As `previewText`; of a JSON object its names and values, without the braces around them. */
export function previewJson(text: string): string {
  const json = readJson(text);
  if (json === null || Array.isArray(json)) return text === '{}' ? '' : previewText(text);
  return previewText(
    Object.entries(json)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join(', '),
  );
}

/** True for a text of which only the beginning is shown until somebody opens it. */
export function isLongText(text: string): boolean {
  if (text.length > TEXT_LENGTH_SHOWN) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > TEXT_LINES_SHOWN;
}
