import type { Generation } from '../../protocol/generation.js';
import { formatPlural } from '../shared/format/quantity.js';
import { sentence } from '../shared/format/sentence.js';

/** Why a generation is there, and why it is as it is. */
export function whyGeneration(generation: Generation): string {
  const { cause } = generation;
  return `${sentence(cause.charAt(0).toUpperCase() + cause.slice(1))} ${standing(generation)}`;
}

function standing({ state, pins }: Generation): string {
  switch (state) {
    case 'current':
      return 'Runs that start now are pinned to it.';
    case 'draining':
      return `A newer one is current; ${formatPlural(pins, 'run')} that began before ${pins === 1 ? 'holds' : 'hold'} it, and it retires when the last of them ends.`;
    case 'retired':
      return 'No run holds it any more, so its effects were closed in reverse order.';
  }
}
