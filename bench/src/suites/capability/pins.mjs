import { CapabilityCatalog } from '../../../../packages/capability-core/dist/index.js';
import { measure, timed } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';

const rounds = 15;
const pinsPerRound = 100_000;
const ours = 'capability-core: pin and release';
const floor = 'a Map lookup and a counter';

/** What it costs a run to hold a generation, and to let it go. */
export async function pins() {
  const name = 'pin and release of a generation';
  const catalog = new CapabilityCatalog();
  const counters = new Map([['current', { pins: 0 }]]);
  const nanos = await measure(
    {
      [ours]: () =>
        nanosEach(() => {
          catalog.pin().release();
        }),
      [floor]: () =>
        nanosEach(() => {
          const counter = counters.get('current');
          counter.pins += 1;
          counter.pins -= 1;
        }),
    },
    rounds,
  );
  const ratio = nanos[ours].median / nanos[floor].median;
  return [row(name, ours, nanos, 'ns'), row(name, floor, nanos, 'ns', atMost(ratio, 5, 'its time'))];
}

async function nanosEach(work) {
  const elapsedMs = await timed(() => {
    for (let count = 0; count < pinsPerRound; count += 1) work();
  });
  return (elapsedMs * 1e6) / pinsPerRound;
}
