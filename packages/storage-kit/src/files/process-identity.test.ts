import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { processTable, type SystemView } from './process-identity.js';

const owner = { pid: 4_711, host: hostname(), startedAt: 'boot:12' };

/** A system on which the process is seen as often as `seen` says, and then no more. */
function systemWith(start: string | undefined, seen: number): SystemView {
  let looks = 0;
  return {
    exists: () => {
      looks += 1;
      return looks <= seen;
    },
    startOf: async () => start,
  };
}

describe('the owner of a lock', () => {
  it.each([
    ['that runs', 'boot:12', 1, true],
    ['whose number another process has by now', 'boot:99', 1, false],
    ['that is dead and not collected yet', 'defunct', 1, false],
    ['that is gone', undefined, 0, false],
    ['that ends while it is looked at', undefined, 1, false],
    ['of which the system does not tell the start', undefined, 2, true],
  ])('%s: may it run?', async (_which, start, seen, mayRun) => {
    expect(await processTable(systemWith(start, seen)).mayRun(owner)).toBe(mayRun);
  });

  it('on another host may run, whatever is here', async () => {
    expect(await processTable(systemWith(undefined, 0)).mayRun({ ...owner, host: 'elsewhere' })).toBe(true);
  });

  it('that did not write down its start may run unless it is dead', async () => {
    const { startedAt: _start, ...unknown } = owner;
    expect(await processTable(systemWith('boot:12', 1)).mayRun(unknown)).toBe(true);
    expect(await processTable(systemWith('defunct', 1)).mayRun(unknown)).toBe(false);
  });
});
