import { isTerminal } from '../../protocol/run.js';
import { StateWord } from '../shared/ui/state-word.js';
import type { RunRow } from './run-row.js';

/** The generation that a run effectively uses: violet with a pin while it holds one that is no longer current. */
export function PinnedGeneration({ run, generationState }: RunRow) {
  if (run.generation === null) return <span className="text-muted">none</span>;
  const word = `generation ${run.generation}`;
  if (isTerminal(run.status)) return <span className="text-muted">{word}</span>;
  return <StateWord state={generationState === 'current' ? 'current' : 'pinned'}>{word}</StateWord>;
}
