import { expect, it } from 'vitest';
import { SeededRandom } from './simulation/seeded-random.js';
import { SessionWorld } from './simulation/session-world.js';

const WORLDS = 120;
const STEPS = 60;

it('keeps every promise of a session under whatever order of operations', async () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = new SeededRandom(seed);
    const world = new SessionWorld(random);
    const closeAt = random.below(STEPS * 2);
    for (let step = 0; step < STEPS; step += 1) {
      if (step === closeAt) {
        world.close();
      }
      await world.step();
    }
    await world.end();
    expect({ seed, violations: world.violations }).toEqual({ seed, violations: [] });
    for (const type of world.recorder.types) {
      seen.set(type, (seen.get(type) ?? 0) + 1);
    }
  }
  // The simulation is worth something only if it goes everywhere.
  for (const type of [
    'generation-published',
    'batch-rolled-back',
    'late-effect',
    'cleanup-drained',
    'run-finished',
    'lease-released',
    'registration',
    'registration-refused',
  ]) {
    expect(seen.get(type) ?? 0, type).toBeGreaterThan(10);
  }
}, 60_000);
