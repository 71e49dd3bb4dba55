import { closeDialog } from '../navigation/dialogs.js';
import { SHORTCUTS } from '../navigation/shortcuts.js';
import { KeyCap } from '../shared/ui/key-cap.js';
import { Window } from '../shared/ui/window.js';

export function ShortcutSheet() {
  return (
    <Window title="Keyboard shortcuts" description="They are quiet while you type." onClose={closeDialog}>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        {SHORTCUTS.map((shortcut) => (
          <div key={shortcut.id} className="contents">
            <dt>{shortcut.label}</dt>
            <dd className="flex items-center justify-end gap-1">
              {shortcut.shown.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Window>
  );
}
