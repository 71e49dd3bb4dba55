import type { Activity, ActivityFilter } from '../../protocol/activity.js';

/** Tells whether a line fits a filter. */
export function activityMatcher({ text, actor, outcome }: ActivityFilter): (line: Activity) => boolean {
  const words = [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== '');
  return (line) =>
    (actor === null || line.actor === actor) &&
    (outcome === null || line.outcome === outcome) &&
    hasAll(line, words);
}

function hasAll({ command, target, reason, detail }: Activity, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${command}\n${target}\n${reason ?? ''}\n${detail ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
