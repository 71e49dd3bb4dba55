import { Keyboard } from 'lucide-react';
import { openDialog } from '../navigation/dialogs.js';
import { IconButton } from '../shared/ui/button.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { FilterField } from './filter-field.js';
import { ThemeSwitch } from './theme-switch.js';

export function TopBar() {
  return (
    <header className="flex h-[42px] shrink-0 items-center gap-2 border-b border-line pr-3 pl-5">
      <Breadcrumbs />
      <span className="ml-auto flex items-center gap-1.5">
        <FilterField />
        <ThemeSwitch />
        <IconButton
          label="Keyboard shortcuts"
          icon={Keyboard}
          onClick={() => openDialog({ kind: 'shortcuts' })}
        />
      </span>
    </header>
  );
}
