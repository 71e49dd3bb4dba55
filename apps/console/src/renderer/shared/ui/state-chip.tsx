import type { ReactNode } from 'react';
import { StateIcon } from './state-icon.js';
import { STATES, type StateName } from './states.js';
import { TINT } from './tone.js';

export interface StateChipProps {
  readonly state: StateName;
  /** Replaces the state's own word where another says more, as in `generation 7 · current`. */
  readonly children?: ReactNode;
}

/** A state in a word, an icon and a colour. */
export function StateChip({ state, children }: StateChipProps) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center gap-1.5 rounded-chip px-1.5 text-meta font-medium whitespace-nowrap ${TINT[STATES[state].tone]}`}
    >
      <StateIcon state={state} />
      <span>{children ?? STATES[state].word}</span>
    </span>
  );
}
