import type { PaletteItem } from './palette-item.js';

/** An item of the palette that does something; its note is left out where there is none. */
export type Command = Omit<PaletteItem, 'group' | 'note'> & { readonly note?: string };
