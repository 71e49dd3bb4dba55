import type { ReactNode } from 'react';
import { StateIcon } from './state-icon.js';
import { STATES, type StateName } from './states.js';
import { TEXT } from './tone.js';

/** A state inside a line or a table cell: as `StateChip`, without the chip. */
export function StateWord({ state, children }: { state: StateName; children?: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full min-w-0 items-center align-top gap-1.5 whitespace-nowrap ${TEXT[STATES[state].tone]}`}
    >
      <StateIcon state={state} />
      <span className="truncate">{children ?? STATES[state].word}</span>
    </span>
  );
}
