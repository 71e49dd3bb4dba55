import { STATES, type StateLook, type StateName } from './states.js';
import { TEXT } from './tone.js';

/** The icon of a state; the word stands beside it. */
export function StateIcon({ state, size = 13 }: { state: StateName; size?: number }) {
  const look: StateLook = STATES[state];
  const turn = look.turns === true ? 'motion-safe:animate-turn' : '';
  return (
    <look.icon aria-hidden size={size} strokeWidth={2} className={`shrink-0 ${TEXT[look.tone]} ${turn}`} />
  );
}
