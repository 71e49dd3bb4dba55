import { useRouterState } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import type { Held } from '../connection/console-context.js';
import { LiveToggle } from '../following/live-toggle.js';
import { openDialog } from '../navigation/dialogs.js';
import { IconButton } from '../shared/ui/button.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { FilterField } from './filter-field.js';
import { HeldNote } from './held-note.js';
import { PaletteButton } from './palette-button.js';
import { isSelfFollowing } from './screens.js';
import { ThemeSwitch } from './theme-switch.js';

export function TopBar({ held }: { held: Held | null }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className="flex h-[42px] shrink-0 items-center gap-2 border-b border-line pr-3 pl-5">
      <Breadcrumbs />
      <span className="ml-auto flex min-w-0 items-center gap-1.5">
        {held !== null && <HeldNote held={held} />}
        <FilterField />
        {!isSelfFollowing(path) && <LiveToggle />}
        <PaletteButton />
        <ThemeSwitch />
        <IconButton
          label="Keyboard shortcuts"
          icon={Keyboard}
          className="tiny:hidden"
          onClick={() => openDialog({ kind: 'shortcuts' })}
        />
      </span>
    </header>
  );
}
