import { expect, it } from 'vitest';
import { aGeneration } from '../test-state/builders.js';
import { whyGeneration } from './why-generation.js';

it('says why a generation was published, and why it is still there or no longer', () => {
  expect(whyGeneration(aGeneration())).toBe('Applied batch. Runs that start now are pinned to it.');
  expect(whyGeneration(aGeneration({ state: 'draining', pins: 1 }))).toContain(
    '1 run that began before holds it',
  );
  expect(whyGeneration(aGeneration({ state: 'draining', pins: 2 }))).toContain(
    '2 runs that began before hold it',
  );
  expect(whyGeneration(aGeneration({ state: 'retired' }))).toContain('No run holds it any more');
});
