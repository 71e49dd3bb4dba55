import { useHotkeys } from 'react-hotkeys-hook';
import { dialogStore } from './dialogs.js';
import { type ShortcutId, shortcut } from './shortcuts.js';

/** Binds a listed shortcut while the caller is shown. It is quiet while somebody types, and below an open dialog. */
export function useShortcut(id: ShortcutId, act: () => void): void {
  const { keys } = shortcut(id);
  const hasModifier = keys.startsWith('mod+');
  const isQuiet = (event: KeyboardEvent): boolean =>
    dialogStore.getState().open !== null ||
    isInMenu(event) ||
    (!hasModifier && (event.ctrlKey || event.metaKey || event.altKey));
  useHotkeys(
    keys,
    (event) => {
      // Asked here as well, because a sequence of keys does not ask `enabled`.
      if (!isQuiet(event)) act();
    },
    {
      enabled: (event) => !isQuiet(event),
      preventDefault: (event) => !isQuiet(event),
      // By the character, which sits on different keys from layout to layout, for some with shift.
      useKey: true,
      // What is pressed with a modifier types nothing, so it works from within a field as well.
      enableOnFormTags: hasModifier,
      ignoreModifiers: keys === '/' || keys === '?',
      delimiter: ' ',
    },
  );
}

/** Letters find an item in an open menu. */
function isInMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null;
}
