import { Link2 } from 'lucide-react';
import type { PaletteItem } from './palette-item.js';

/**
 * The way to an address of a console that was copied: in the browser with the page before it, in the application with
 * what no browser opens, or only from `#` on. Null for any other text.
 */
export function addressItem(query: string): PaletteItem | null {
  const address = ADDRESS.exec(query.trim())?.[1];
  if (address === undefined) return null;
  return {
    id: 'address',
    group: 'Screens',
    title: 'Go to this address',
    note: address,
    icon: Link2,
    action: { do: 'go-to-address', address },
  };
}

/** Whether it may become an address, which may be longer than what is searched for. */
export function beginsAddress(query: string): boolean {
  return /^\s*(?:#|app:|https?:)/.test(query);
}

const ADDRESS = /^(?:(?:app|https?):\/\/[^\s#]*)?#(\/\S*)$/;
