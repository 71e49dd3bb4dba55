import { expect, it } from 'vitest';
import { addressItem, beginsAddress } from './address-item.js';

it.each([
  'app://console/index.html#/capabilities/demo?from=1&to=2',
  'http://127.0.0.1:4100/#/capabilities/demo?from=1&to=2',
  '  #/capabilities/demo?from=1&to=2 ',
])('an address leads to its place, wherever it was copied: %s', (query) => {
  expect(beginsAddress(query)).toBe(true);
  expect(addressItem(query)?.action).toEqual({
    do: 'go-to-address',
    address: '/capabilities/demo?from=1&to=2',
  });
});

it.each(['#', '#/ a b', 'see #/runs', 'file:///tmp/#/runs', 'http://127.0.0.1:4100/', ''])(
  'other text is none: %j',
  (query) => expect(addressItem(query)).toBeNull(),
);
