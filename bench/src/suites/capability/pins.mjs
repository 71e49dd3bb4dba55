import { CapabilityCatalog } from '../../../../packages/capability-core/dist/index.js';
import { measure, timed } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';

const rounds = 15;
const pinsPerRound = 100_000;
const ours = 'capability-core: pin and release';
const floor = 'a Map lookup and a counter';
/** Pins that are held at any time; one that is released at once would never be made. */
const held = 64;

/** What it costs a run to hold a generation, and to let it go. */
export async function pins() {
  const name = 'pin and release of a generation';
  const catalog = new CapabilityCatalog();
  const leases = Array.from({ length: held }, () => catalog.pin());
  const counters = new Map([['current', { pins: 0 }]]);
  const nanos = await measure(
    {
      [ours]: () =>
        nanosEach((count) => {
          const slot = count % held;
          leases[slot].release();
          leases[slot] = catalog.pin();
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
    for (let count = 0; count < pinsPerRound; count += 1) work(count);
  });
  return (elapsedMs * 1e6) / pinsPerRound;
}
