import { describe, expect, it } from 'vitest';
import { jsonRows } from './json-rows.js';
import { stepInTree } from './step-in-tree.js';

// a (open) › b, c; d (closed)
const rows = jsonRows({ a: { b: 1, c: 2 }, d: [1] }, new Set(['/a']));
const step = (active: number, key: string): readonly [number | undefined, string | undefined] => {
  const taken = stepInTree(rows, active, key);
  return [taken?.active, taken?.toggle?.path];
};

describe('keys in a tree', () => {
  it('go up and down, and stop at both ends', () => {
    expect([step(0, 'ArrowDown'), step(1, 'ArrowUp')]).toEqual([
      [1, undefined],
      [0, undefined],
    ]);
    expect([step(3, 'ArrowDown')[0], step(0, 'ArrowUp')[0], step(1, 'End')[0], step(2, 'Home')[0]]).toEqual([
      3, 0, 3, 0,
    ]);
  });

  it('go into what is open and open what is closed, to the right', () => {
    expect(step(0, 'ArrowRight')).toEqual([1, undefined]);
    expect(step(3, 'ArrowRight')).toEqual([3, '/d']);
    expect(step(1, 'ArrowRight')).toEqual([1, undefined]);
  });

  it('close what is open and go to what holds it, to the left', () => {
    expect(step(0, 'ArrowLeft')).toEqual([0, '/a']);
    expect(step(2, 'ArrowLeft')).toEqual([0, undefined]);
    expect(step(3, 'ArrowLeft')).toEqual([3, undefined]);
  });

  it('open and close with Enter and space, where there is something to open', () => {
    expect([step(0, 'Enter'), step(3, ' '), step(1, 'Enter')]).toEqual([
      [0, '/a'],
      [3, '/d'],
      [1, undefined],
    ]);
  });

  it('leave all other keys to others', () => {
    expect([stepInTree(rows, 0, 'j'), stepInTree(rows, 9, 'ArrowDown'), stepInTree([], 0, 'Enter')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
