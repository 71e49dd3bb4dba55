import { CapabilitySet } from '@changeover/capability-core';
import { describe, expect, it } from 'vitest';
import type { Generation } from '../../protocol/generation.js';
import { GenerationBook } from './generation-book.js';

function draining(number: number): Generation {
  return {
    session: 'demo',
    generation: number,
    digest: `sha256:${number}`,
    state: 'draining',
    cause: 'Test',
    publishedAt: number,
    retiredAt: null,
    pins: 1,
    useGeneration: number,
    packages: [],
    capabilityCount: 1,
    effectsClosed: null,
  };
}

/** A book of draining generations, what it has put down of each last, and whose packages it keeps. */
function book(numbers: readonly number[]) {
  const kept = new Set<string>();
  const shown = new Map<number, Generation>();
  const stored: number[] = [];
  const generations = new GenerationBook({
    ledger: {
      put: (_, { event, records }) => {
        if (event.type !== 'generation') return;
        shown.set(event.generation.generation, event.generation);
        if (records.length > 0) stored.push(event.generation.generation);
      },
    },
    keeper: {
      keep: (_, owner) => {
        kept.add(owner);
        return () => kept.delete(owner);
      },
    },
    generations: numbers.map((number) => ({
      generation: draining(number),
      set: CapabilitySet.empty(),
      format: 2,
    })),
  });
  const retire = (number: number, effects: number): void =>
    generations.retired({
      type: 'generation-retired',
      stamp: { generation: number, digest: `sha256:${number}` },
      effects,
      at: 10,
    });
  return { generations, kept, shown, stored, retire };
}

describe('the generations of a session', () => {
  it('keep their packages until their own effects are closed, though a cleanup of others ends before', () => {
    const { generations, kept, shown, retire } = book([1, 2]);
    retire(1, 1);
    // The cleanup of generation 1 has begun when 2 retires.
    retire(2, 3);
    generations.cleaned({ retiredBatches: 1, effectsClosed: 1 }, 20);
    expect([...kept]).toEqual(['session demo, generation 2']);
    expect([...shown.values()]).toMatchObject([
      { generation: 1, state: 'retired', effectsClosed: 1 },
      { generation: 2, state: 'retired', effectsClosed: null },
    ]);
    generations.cleaned({ retiredBatches: 1, effectsClosed: 3 }, 30);
    expect([...kept]).toEqual([]);
    expect(shown.get(2)).toMatchObject({ effectsClosed: 3 });
  });

  it('are stored when they retire and when they are closed, and not with each run that pins them', () => {
    const { generations, shown, stored, retire } = book([1]);
    for (const pins of [2, 3, 0]) {
      generations.countPins(1, pins);
      expect(shown.get(1)).toMatchObject({ state: 'draining', pins });
    }
    expect(stored).toEqual([]);
    retire(1, 1);
    expect(stored).toEqual([1]);
    generations.cleaned({ retiredBatches: 1, effectsClosed: 1 }, 20);
    expect(stored).toEqual([1, 1]);
  });

  it('are closed together when they retired together, and without a cleanup when they have nothing open', () => {
    const { generations, kept, shown, retire } = book([1, 2, 3]);
    retire(1, 2);
    retire(2, 0);
    retire(3, 1);
    expect([...kept]).toEqual(['session demo, generation 1', 'session demo, generation 3']);
    generations.cleaned({ retiredBatches: 0, effectsClosed: 5 }, 15);
    expect([...kept]).toHaveLength(2);
    generations.cleaned({ retiredBatches: 2, effectsClosed: 3 }, 20);
    expect([...kept]).toEqual([]);
    expect([...shown.values()].map(({ effectsClosed }) => effectsClosed)).toEqual([2, 0, 1]);
  });
});
