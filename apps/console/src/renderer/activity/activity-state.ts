import type { Activity } from '../../protocol/activity.js';
import type { StateName } from '../shared/ui/states.js';

/** How a line of the audit log is shown: a command that somebody took back has not failed. */
export function activityState({ outcome }: Pick<Activity, 'outcome'>): StateName {
  return outcome === 'cancelled' ? 'taken-back' : outcome;
}

/** Reason and detail of a line in one text. */
export function activityRemark({ reason, detail }: Activity): string {
  return [reason, detail].filter((part) => part !== null && part !== '').join(' · ');
}
