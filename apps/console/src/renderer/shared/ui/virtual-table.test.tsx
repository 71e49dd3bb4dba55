import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Column } from './column.js';
import { ScrollingBox } from './table-box.js';
import { VirtualTable } from './virtual-table.js';

interface Row {
  readonly name: string;
}

// Nothing is laid out in the document of a test, but what scrolls needs a height.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 });

const cell = vi.fn(({ name }: Row) => name);
const columns: readonly Column<Row>[] = [{ id: 'name', header: 'Name', className: '', cell }];
const named = (prefix: string, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

function table(rows: readonly Row[], selected: string | null) {
  return (
    <ScrollingBox label="Box">
      <VirtualTable
        label="Things"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        selected={selected}
        onSelect={() => undefined}
      />
    </ScrollingBox>
  );
}

const box = (): HTMLElement => screen.getByRole('region', { name: 'Box' });

afterEach(() => {
  cleanup();
  cell.mockClear();
});

describe('a table of any length', () => {
  it('renders again only the rows that have changed', () => {
    const rows = named('row', 20);
    const { rerender } = render(table(rows, null));
    cell.mockClear();
    rerender(table(rows.with(3, { name: 'other' }), null));
    expect(cell.mock.calls).toEqual([[{ name: 'other' }]]);
    rerender(table([...rows], 'row-5'));
    expect(screen.getByRole('row', { name: 'row-5' }).getAttribute('aria-selected')).toBe('true');
    expect(cell).toHaveBeenCalledTimes(1);
  });

  it('scrolls to a row when it is selected, and stays where it is when new rows move that', () => {
    const rows = named('row', 500);
    const { rerender } = render(table(rows, null));
    rerender(table(rows, 'row-400'));
    const there = box().scrollTop;
    expect(there).toBeGreaterThan(300 * 30);
    box().scrollTop = 0;
    rerender(table([{ name: 'new' }, ...rows], 'row-400'));
    expect(box().scrollTop).toBe(0);
    rerender(table([{ name: 'new' }, ...rows], null));
    rerender(table([{ name: 'new' }, ...rows], 'row-400'));
    expect(box().scrollTop).toBe(there + 30);
  });

  it.each([
    [600, 0, 'row-1', 0],
    [600, 0, 'row-18', 0],
    [600, 0, 'row-19', 30],
    [590, 0, 'row-19', 60],
    [600, 300, 'row-10', 300],
    [600, 300, 'row-9', 270],
  ])('%d high and scrolled to %d scrolls no further to see %s than to %d', (height, from, selected, to) => {
    const place = { x: 0, y: 0, width: 600, height: 600, left: 0, right: 600, bottom: 600, toJSON: () => '' };
    const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(
      this: HTMLElement,
    ) {
      // The rows begin below the head of the table.
      return { ...place, top: this.tagName === 'TBODY' ? 30 - box().scrollTop : 0 };
    });
    onTestFinished(() => rect.mockRestore());
    const rows = named('row', 100);
    const { rerender } = render(table(rows, null));
    Object.defineProperty(box(), 'clientHeight', { value: height });
    box().scrollTop = from;
    rerender(table(rows, selected));
    expect(box().scrollTop).toBe(to);
  });

  it.each([0, 12_000, 14_400])(
    'keeps the selected row in the document and in its place, scrolled to %d',
    async (scrollTop) => {
      render(table(named('row', 500), 'row-200'));
      fireEvent.scroll(Object.assign(box(), { scrollTop }));
      const inView = `row-${scrollTop / 30}`;
      await screen.findByRole('row', { name: inView });
      expect([placeOf(inView), placeOf('row-200')]).toEqual([scrollTop, 200 * 30]);
      expect(screen.getAllByRole('row').length).toBeLessThan(80);
      expect(heightOf([...box().querySelectorAll('tbody > tr')])).toBe(500 * 30);
    },
  );
});

/** How far below the beginning of all rows a row stands. */
function placeOf(name: string): number {
  const row = screen.getByRole('row', { name });
  const rows = [...(row.parentElement?.children ?? [])];
  return heightOf(rows.slice(0, rows.indexOf(row)));
}

/** A row is 30 pixels high, and what stands for rows says how high it is. */
function heightOf(rows: readonly Element[]): number {
  return rows.reduce((sum, row) => sum + Number.parseFloat(row.querySelector('td')?.style.height || '30'), 0);
}
