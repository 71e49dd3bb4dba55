import type { Generation } from '../../protocol/generation.js';
import { STATES } from '../shared/ui/states.js';

export interface GenerationOption {
  readonly value: string;
  readonly label: string;
}

/**
 * The generations of a session to choose from, the newest first, and among them those that are chosen although they
 * are out of view: the host still has them.
 */
export function generationOptions(
  generations: readonly Generation[],
  chosen: readonly number[],
): readonly GenerationOption[] {
  const known = new Map(generations.map((item) => [item.generation, item.state]));
  const numbers = new Set([...known.keys(), ...chosen]);
  return [...numbers]
    .sort((a, b) => b - a)
    .map((number) => {
      const state = known.get(number);
      const word = state === undefined ? 'not in view' : STATES[state].word;
      return { value: String(number), label: `${number} · ${number === 0 ? 'empty' : word}` };
    });
}
