import type { Generation } from '../../protocol/generation.js';
import { isTerminal, type Run } from '../../protocol/run.js';
import { formatPlural } from '../shared/format/quantity.js';

/** Why a live run still holds a generation that is no longer the current one, and what will happen when it ends. */
export function whyHeld(
  run: Run,
  held: Generation | undefined,
  current: Generation | undefined,
): string | null {
  if (isTerminal(run.status) || held === undefined || current === undefined || held.state === 'current') {
    return null;
  }
  const others = held.pins - 1;
  const when =
    others > 0 ? `when this run and ${formatPlural(others, 'other')} have ended` : 'as soon as this run ends';
  return `It was admitted before generation ${current.generation} was published. Generation ${held.generation} retires ${when}; its effects then close in reverse order.`;
}
