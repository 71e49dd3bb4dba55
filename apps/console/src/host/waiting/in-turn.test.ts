import { describe, expect, it } from 'vitest';
import { InTurn } from './in-turn.js';

/** Work that is done when told so. */
function heldWork(log: string[], name: string) {
  let finish: (error?: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  const work = async (): Promise<string> => {
    log.push(name);
    await done;
    return name;
  };
  return { work, finish };
}

const { signal } = new AbortController();

describe('work that goes in turn', () => {
  it('runs as much at once as is allowed, and the rest in the order in which it came', async () => {
    const log: string[] = [];
    const turns = new InTurn(2);
    const works = ['a', 'b', 'c', 'd'].map((name) => heldWork(log, name));
    const results = works.map(({ work }) => turns.run(signal, work));
    expect(log).toEqual(['a', 'b']);
    works[1]?.finish();
    await results[1];
    await Promise.resolve();
    expect(log).toEqual(['a', 'b', 'c']);
    for (const { finish } of works) finish();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on after work that failed', async () => {
    const log: string[] = [];
    const turns = new InTurn(1);
    const bad = heldWork(log, 'bad');
    const good = heldWork(log, 'good');
    const first = turns.run(signal, bad.work);
    const second = turns.run(signal, good.work);
    bad.finish(new Error('no'));
    good.finish();
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe('good');
    const third = heldWork(log, 'third');
    third.finish();
    expect(await turns.run(signal, third.work)).toBe('third');
  });

  it('forgets work that is taken back while it waits, and begins none that was taken back before', async () => {
    const log: string[] = [];
    const turns = new InTurn(1);
    const running = heldWork(log, 'running');
    const first = turns.run(signal, running.work);
    const taken = new AbortController();
    const waiting = turns.run(taken.signal, heldWork(log, 'waiting').work);
    taken.abort(new Error('taken back'));
    await expect(waiting).rejects.toThrow('taken back');
    await expect(turns.run(taken.signal, heldWork(log, 'late').work)).rejects.toThrow('taken back');
    running.finish();
    await first;
    expect(log).toEqual(['running']);
  });
});
