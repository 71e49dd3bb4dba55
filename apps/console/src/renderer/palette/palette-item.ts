import type { LucideIcon } from 'lucide-react';
import type { OpenDialog } from '../navigation/dialogs.js';
import type { ShortcutId } from '../navigation/shortcuts.js';
import type { ViewSearch } from '../navigation/view-search.js';
import type { StateName } from '../shared/ui/states.js';
import type { ThemeChoice } from '../theme/theme.js';

/** The groups that items are listed in, in their order while nothing is asked for. */
export const PALETTE_GROUPS = [
  'Commands',
  'Screens',
  'Sessions',
  'Runs',
  'Generations',
  'Packages',
  'Capabilities',
] as const;

export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** Something to go to or to do. */
export interface PaletteItem {
  /** The same for the same thing from one opening to the next. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** What tells it from others of its name: its session, its version. */
  readonly note: string;
  /** Words that it is found by besides title and note. */
  readonly keywords?: string;
  readonly icon: LucideIcon | null;
  /** Stands in place of the icon. */
  readonly state?: StateName;
  readonly shortcut?: ShortcutId;
  readonly action: PaletteAction;
}

/** What choosing an item does, as data. */
export type PaletteAction =
  | { readonly do: 'go'; readonly to: PalettePlace }
  /** An address within the page, as somebody copied it. */
  | { readonly do: 'go-to-address'; readonly address: string }
  | { readonly do: 'open'; readonly dialog: OpenDialog }
  | { readonly do: 'look'; readonly change: ViewSearch }
  | { readonly do: 'continue-run'; readonly run: string; readonly label: string }
  | { readonly do: 'cancel-batch'; readonly session: string; readonly batch: string }
  | { readonly do: 'theme'; readonly choice: ThemeChoice }
  | { readonly do: 'copy'; readonly what: 'link' | 'diagnostics' };

/** An address within the page. */
export interface PalettePlace {
  readonly path: string;
  readonly search?: ViewSearch;
  /** Part of the screen. */
  readonly hash?: string;
}
