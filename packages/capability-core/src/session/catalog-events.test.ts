import { expect, it } from 'vitest';
import { stampOf } from '../catalog/catalog-stamp.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CatalogEvents } from './catalog-events.js';
import type { SessionEvent } from './session-event.js';

const stamp = stampOf(CapabilitySet.empty());

it('tells of a commit only while somebody publishes, even when the commit fails', () => {
  const told: SessionEvent[] = [];
  const events = new CatalogEvents((event) => told.push(event));
  const receipt = { previous: stamp, committed: stamp };
  events.generationPublished(receipt);
  expect(told).toEqual([]);
  const failing = () =>
    events.during({ batchId: 'batch-1', useGeneration: null }, () => {
      throw new Error('lost the race');
    });
  expect(failing).toThrow('lost the race');
  events.generationPublished(receipt);
  expect(told).toEqual([]);
  events.during({ batchId: 'batch-2', useGeneration: null }, () => events.generationPublished(receipt));
  expect(told.map(({ type }) => type)).toEqual(['batch-committed', 'generation-published']);
});
