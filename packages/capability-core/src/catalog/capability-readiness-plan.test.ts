import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy, toolSet } from '../../test/set-builders.js';
import { compareCapabilityIds } from '../identity/capability-id.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CapabilityReadinessPlan } from './capability-readiness-plan.js';

const wavesOf = (plan: CapabilityReadinessPlan) =>
  plan.waves.map((wave) => wave.map(({ localId }) => localId));

/** Random dependencies between up to twelve tools; half of the graphs may hold cycles. */
const dependencyGraph = fc
  .record({ count: fc.integer({ min: 0, max: 12 }), acyclic: fc.boolean() })
  .chain(({ count, acyclic }) => {
    const names = Array.from({ length: count }, (_, index) => `t${index}`);
    const candidates = names.map((name, index) =>
      acyclic ? names.slice(index + 1) : names.filter((other) => other !== name),
    );
    return fc
      .tuple(...candidates.map((others) => fc.subarray(others, { maxLength: Math.min(2, others.length) })))
      .map((needs) => ({
        names,
        needs: Object.fromEntries(names.map((name, index) => [name, needs[index] ?? []])),
      }));
  });

/** Layers by looking at everything again for each wave. Ends with what can never become ready. */
function naivePlan(set: CapabilitySet) {
  const waves: string[][] = [];
  const done = new Set<string>();
  let waiting = [...set.capabilities];
  for (;;) {
    const wave = waiting.filter(({ dependencies }) => dependencies.every((id) => done.has(id.toString())));
    if (wave.length === 0) return { waves, blocked: waiting.map(({ id }) => id).sort(compareCapabilityIds) };
    waves.push(wave.map(({ id }) => id.localId));
    for (const { id } of wave) done.add(id.toString());
    waiting = waiting.filter((descriptor) => !wave.includes(descriptor));
  }
}

describe('CapabilityReadinessPlan', () => {
  it('agrees with the naive plan on every graph, cycles included', () => {
    fc.assert(
      fc.property(dependencyGraph, ({ names, needs }) => {
        const set = toolSet(1, names, needs);
        const { waves, blocked } = naivePlan(set);
        if (blocked.length > 0) {
          expect(thrownBy(() => CapabilityReadinessPlan.fromSet(set))).toMatchObject({
            code: 'dependency-cycle',
            firstBlocked: String(blocked[0]),
            blockedCount: blocked.length,
          });
          return;
        }
        const plan = CapabilityReadinessPlan.fromSet(set);
        expect(wavesOf(plan)).toEqual(waves);
        expect(plan.activationOrder.map(({ localId }) => localId)).toEqual(waves.flat());
        expect(plan.depth).toBe(waves.length);
        expect(plan.maxWaveWidth).toBe(Math.max(0, ...waves.map((wave) => wave.length)));
        expect(plan.edgeCount).toBe(Object.values(needs).flat().length);
      }),
    );
  });

  it('names the first blocked capability even if it only waits for a cycle', () => {
    const set = toolSet(1, ['a', 'b', 'c', 'free'], { a: ['b'], b: ['c'], c: ['b'] });
    expect(thrownBy(() => CapabilityReadinessPlan.fromSet(set))).toMatchObject({
      code: 'dependency-cycle',
      firstBlocked: 'host/host:tool:a',
      blockedCount: 3,
    });
  });

  it('bears the stamp of its set and is frozen', () => {
    const set = toolSet(4, ['a', 'b'], { b: ['a'] });
    const plan = CapabilityReadinessPlan.fromSet(set);
    expect(plan).toMatchObject({
      schema: 'a3s.code.capability-readiness-plan.v1',
      generation: 4,
      digest: set.digest,
    });
    expect([plan, plan.waves, plan.waves[0], plan.activationOrder].every(Object.isFrozen)).toBe(true);
  });

  it('of the empty set has no waves', () => {
    expect(CapabilityReadinessPlan.fromSet(CapabilitySet.empty())).toMatchObject({ depth: 0, edgeCount: 0 });
  });

  it('takes a chain as long as a set can be', () => {
    const names = Array.from({ length: 4_096 }, (_, index) => `t${String(index).padStart(4, '0')}`);
    const needs = Object.fromEntries(names.slice(1).map((name, index) => [name, [names[index] ?? '']]));
    expect(CapabilityReadinessPlan.fromSet(toolSet(1, names, needs)).depth).toBe(4_096);
  });
});
