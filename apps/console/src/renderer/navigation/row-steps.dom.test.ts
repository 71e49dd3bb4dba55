import { beforeEach, describe, expect, it } from 'vitest';
import { openerOf, stepToRow } from './row-steps.js';

const link = (name: string): HTMLElement => {
  const found = document.getElementById(name);
  if (found === null) throw new Error(`No link is named ${name}`);
  return found;
};
const step = (from: Element | null, by: 1 | -1): string | undefined => {
  const row = stepToRow(document.body, from, by);
  return row === null ? undefined : openerOf(row)?.id;
};

describe('steps through rows', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <ul><li data-row><a href="#a" id="a">a</a></li></ul>
      <table><tr data-row><td><a href="#b" id="b">b</a></td></tr>
      <tr data-row aria-selected="true"><td><a href="#c" id="c">c</a></td></tr></table>`;
  });

  it('go from table to table, and stop at both ends', () => {
    expect([step(link('a'), 1), step(link('b'), 1), step(link('b'), -1)]).toEqual(['b', 'c', 'a']);
    expect([step(link('c'), 1), step(link('a'), -1)]).toEqual([undefined, undefined]);
  });

  it('begin at what is selected, else at the first row', () => {
    expect(step(document.body, -1)).toBe('b');
    document.querySelector('[aria-selected]')?.removeAttribute('aria-selected');
    expect([step(null, 1), step(document.body, 1)]).toEqual(['a', 'a']);
  });

  it('lead nowhere on a screen without rows', () => {
    document.body.innerHTML = '<p>nothing yet</p>';
    expect(step(null, 1)).toBeUndefined();
  });
});
