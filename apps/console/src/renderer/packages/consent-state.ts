import type { ServerConsent } from '../../protocol/capability-package.js';
import type { StateName } from '../shared/ui/states.js';

/** What was decided about a server, as a state: one that a person refused is left out, which is no failure. */
export function consentState(decision: ServerConsent['decision']): StateName {
  return decision === 'refused' ? 'left-out' : decision;
}
