import type { Activity } from '../../protocol/activity.js';

/** Lines of the audit log as JSON lines, one object each, with the moment in a form that other tools sort and read. */
export function jsonLines(lines: readonly Activity[]): string {
  return lines
    .map(({ at, ...line }) => `${JSON.stringify({ time: new Date(at).toISOString(), ...line })}\n`)
    .join('');
}
