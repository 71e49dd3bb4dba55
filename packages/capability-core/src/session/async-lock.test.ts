import { expect, it } from 'vitest';
import { AsyncLock } from './async-lock.js';

it('lets one in at a time, in the order of asking', async () => {
  const lock = new AsyncLock();
  const log: string[] = [];
  const first = await lock.acquire();
  const rest = ['b', 'c'].map(async (name) => {
    const turn = await lock.acquire();
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    turn[Symbol.dispose]();
  });
  await Promise.resolve();
  expect(log).toEqual([]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await Promise.all(rest);
  expect(log).toEqual(['b in', 'b out', 'c in', 'c out']);
});

it('passes the turn on of one who stopped waiting', async () => {
  const lock = new AsyncLock();
  const first = await lock.acquire();
  const abort = new AbortController();
  const second = lock.acquire(abort.signal);
  const third = lock.acquire();
  abort.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  first[Symbol.dispose]();
  (await third)[Symbol.dispose]();
});

it('does not give a turn to one who has stopped before asking', async () => {
  const lock = new AsyncLock();
  await expect(lock.acquire(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  (await lock.acquire())[Symbol.dispose]();
});
