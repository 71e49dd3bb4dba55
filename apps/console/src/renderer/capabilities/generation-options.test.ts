import { expect, it } from 'vitest';
import { aGeneration } from '../test-state/builders.js';
import { generationOptions } from './generation-options.js';

it('offers the newest generation first, and what is chosen although it is out of view', () => {
  const options = generationOptions(
    [aGeneration({ state: 'draining' }), aGeneration({ generation: 7 })],
    [3, 7, 0],
  );
  expect(options.map((option) => option.label)).toEqual([
    '7 · current',
    '3 · not in view',
    '1 · draining',
    '0 · empty',
  ]);
});
