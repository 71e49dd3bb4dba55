import { isTerminal } from '../../protocol/run.js';
import { StateWord } from '../shared/ui/state-word.js';
import { STATES } from '../shared/ui/states.js';
import type { RunRow } from './run-row.js';

/** The generation that a run effectively uses, and while it holds it, whether that is still the current one. */
export function PinnedGeneration({ run, generationState }: RunRow) {
  if (run.generation === null) return <span className="text-muted">none</span>;
  const word = `generation ${run.generation}`;
  if (isTerminal(run.status)) return <span className="text-muted">{word}</span>;
  if (generationState === null) return <StateWord state="pinned">{word}</StateWord>;
  return (
    <StateWord state={generationState}>
      {word} · {STATES[generationState].word}
    </StateWord>
  );
}
