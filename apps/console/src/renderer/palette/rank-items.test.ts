import { Circle } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { FOUND_ITEMS_MAX, GROUP_ITEMS_MAX } from './limits.js';
import type { PaletteGroup, PaletteItem } from './palette-item.js';
import { rankItems } from './rank-items.js';

const item = (
  title: string,
  group: PaletteGroup = 'Commands',
  change: Partial<PaletteItem> = {},
): PaletteItem => ({
  id: title,
  group,
  title,
  note: '',
  icon: Circle,
  action: { do: 'copy', what: 'link' },
  ...change,
});
const many = (count: number): readonly PaletteItem[] =>
  Array.from({ length: count }, (_, index) => item(`command ${index}`));
const listed = (items: readonly PaletteItem[], query: string, recent: readonly string[] = []) =>
  rankItems(items, query, recent).map((group) => [group.heading, ...group.items.map(({ title }) => title)]);

describe('what the palette lists', () => {
  const items = [
    item('Apply batch to demo…'),
    item('Start run in demo…'),
    item('Runs & pins', 'Screens'),
    item('demo', 'Sessions', { note: 'generation 2' }),
    item('echo', 'Capabilities', { note: 'tool · demo', keywords: 'everything:tool:echo' }),
  ];

  it('is some of each group while nothing is asked for, and first what was chosen last', () => {
    expect(listed(items, ' ', ['echo', 'gone', 'Runs & pins'])).toEqual([
      ['Recent', 'echo', 'Runs & pins'],
      ['Commands', 'Apply batch to demo…', 'Start run in demo…'],
      ['Sessions', 'demo'],
    ]);
  });

  it('has every word that is asked for, and the group with the best match first', () => {
    expect(listed(items, 'demo')[0]).toEqual(['Sessions', 'demo']);
    expect(listed(items, 'run demo')).toEqual([['Commands', 'Start run in demo…']]);
    expect(listed(items, 'run zebra')).toEqual([]);
  });

  it('finds what is meant by the first letters of its words, by its note and by its keywords', () => {
    expect(listed(items, 'abtd')).toEqual([['Commands', 'Apply batch to demo…']]);
    expect(listed(items, 'generation 2')).toEqual([['Sessions', 'demo']]);
    expect(listed(items, 'everything:tool')).toEqual([['Capabilities', 'echo']]);
  });

  it('puts what was chosen lately before its equals, not before what fits better', () => {
    const two = [item('Close session a…'), item('Close session b…'), item('session', 'Sessions')];
    const ranked = listed(two, 'session', ['Close session b…']);
    expect(ranked).toEqual([
      ['Sessions', 'session'],
      ['Commands', 'Close session b…', 'Close session a…'],
    ]);
  });

  it('is bounded, per group and in all', () => {
    const shown = (count: number, query: string): number => listed(many(count), query).flat().length - 1;
    expect([shown(GROUP_ITEMS_MAX, ''), shown(GROUP_ITEMS_MAX + 1, '')]).toEqual([
      GROUP_ITEMS_MAX,
      GROUP_ITEMS_MAX,
    ]);
    expect([shown(FOUND_ITEMS_MAX, 'command'), shown(FOUND_ITEMS_MAX + 1, 'command')]).toEqual([
      FOUND_ITEMS_MAX,
      FOUND_ITEMS_MAX,
    ]);
  });
});
