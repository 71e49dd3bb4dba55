import { describe, expect, it } from 'vitest';
import { aFinishedRun, aRun } from '../test-state/builders.js';
import { filterRuns, isFiltered, runGroup } from './filter-runs.js';

const waiting = aRun({ id: 'r-1', waitingFor: 'go-on', generation: 1 });
const running = aRun({ id: 'r-2', session: 'other', generation: 2, prompt: 'Add two numbers' });
const ended = aFinishedRun({ id: 'r-3', generation: 2 });
const runs = [waiting, running, ended];
const ids = (filter: Parameters<typeof filterRuns>[1]): readonly string[] =>
  filterRuns(runs, filter).map((run) => run.id);

describe('filterRuns', () => {
  it('lets everything through without a filter', () => {
    expect(ids({})).toEqual(['r-1', 'r-2', 'r-3']);
    expect(isFiltered({})).toBe(false);
    expect(isFiltered({ filter: '' })).toBe(false);
  });

  it('wants every word, in any field and in any case', () => {
    expect(ids({ filter: 'ADD other' })).toEqual(['r-2']);
    expect(ids({ filter: 'generation 2' })).toEqual(['r-2', 'r-3']);
    expect(ids({ filter: 'waiting for you' })).toEqual(['r-1']);
    expect(ids({ filter: 'add nowhere' })).toEqual([]);
  });

  it('finds a run by the head of its digest, but not by two letters of it', () => {
    const digest = waiting.digest ?? '';
    expect(ids({ filter: digest.slice(0, 15) })).toEqual(['r-1']);
    expect(ids({ filter: digest.slice(13, 15) })).toEqual([]);
  });

  it('keeps the runs of one generation', () => {
    expect(ids({ generation: 2 })).toEqual(['r-2', 'r-3']);
    expect(ids({ generation: 2, status: 'live' })).toEqual(['r-2']);
    expect([isFiltered({ generation: 0 }), ids({ generation: 0 })]).toEqual([true, []]);
  });

  it('takes no group of another screen for one of runs', () => {
    expect([runGroup('live'), runGroup('kept'), runGroup(undefined)]).toEqual(['live', undefined, undefined]);
  });

  it('knows live, waiting and ended ones, and one session', () => {
    expect(ids({ status: 'live' })).toEqual(['r-1', 'r-2']);
    expect(ids({ status: 'waiting' })).toEqual(['r-1']);
    expect(ids({ status: 'ended' })).toEqual(['r-3']);
    expect(ids({ session: 'other' })).toEqual(['r-2']);
    expect(isFiltered({ session: 'other' })).toBe(true);
  });
});
