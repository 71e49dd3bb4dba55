import { beforeEach, expect, it } from 'vitest';
import { RECENT_ITEMS_MAX } from './limits.js';
import { recentItems, rememberItem } from './recent-items.js';

beforeEach(() => localStorage.clear());

it('keeps what was chosen last, the newest first and each once, up to the bound', () => {
  for (let index = 0; index < RECENT_ITEMS_MAX; index += 1) rememberItem(`item ${index}`);
  expect(recentItems()).toHaveLength(RECENT_ITEMS_MAX);
  rememberItem('item 1');
  expect(recentItems()[0]).toBe('item 1');
  expect(recentItems()).toHaveLength(RECENT_ITEMS_MAX);
  rememberItem('one more');
  expect(recentItems()).toHaveLength(RECENT_ITEMS_MAX);
  expect(recentItems()).not.toContain('item 0');
});

it.each(['no json', '{"a":1}', '[1,null]'])('begins anew where something else is stored: %s', (text) => {
  localStorage.setItem('changeover.palette-recent', text);
  expect(recentItems()).toEqual([]);
});
