import { expect, it } from 'vitest';
import { RunWorld } from './simulation/run-world.js';
import { SeededRandom } from './simulation/seeded-random.js';

const WORLDS = 40;
const STEPS = 150;

it('keeps every promise to agents, hooks, commands and people under whatever order of operations', async () => {
  const seen = new Map<string, number>();
  const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = new SeededRandom(seed);
    const world = new RunWorld(random);
    const closeAt = random.below(STEPS * 2);
    for (let step = 0; step < STEPS; step += 1) {
      if (step === closeAt) world.close();
      await world.step();
    }
    expect({ seed, broken: await world.end() }).toEqual({ seed, broken: [] });
    for (const type of world.recorder.types) count(type);
    for (const { status } of world.recorder.of('run-finished')) count(status);
    for (const { event, outcome } of world.recorder.of('run-hook')) {
      count(event);
      count(outcome);
    }
  }
  // The simulation is worth something only if it goes everywhere.
  for (const what of [
    'completed',
    'failed',
    'cancelled',
    'run-task',
    'run-tool-call',
    'run-context',
    'blocked',
    'changed',
    'escalated',
    'timed-out',
    'pre_compact',
    'post_compact',
    'on_confirmation',
  ]) {
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(2);
  }
}, 60_000);
