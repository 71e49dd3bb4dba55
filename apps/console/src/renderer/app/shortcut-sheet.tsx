import { closeDialog } from '../navigation/dialogs.js';
import { SHORTCUTS } from '../navigation/shortcuts.js';
import { KeyCap } from '../shared/ui/key-cap.js';
import { Window } from '../shared/ui/window.js';

const GROUPS = [...new Set(SHORTCUTS.map((shortcut) => shortcut.group))];

/** Every shortcut, as the list has it. */
export function ShortcutSheet() {
  return (
    <Window
      title="Keyboard shortcuts"
      description="They are quiet while you type."
      width="large"
      onClose={closeDialog}
    >
      <div className="columns-2 gap-8 max-roomy:columns-1">
        {GROUPS.map((group) => (
          <section key={group} aria-label={group} className="break-inside-avoid pb-4">
            <h3 className="pb-1.5 text-label font-medium tracking-[0.06em] text-muted uppercase">{group}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5">
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
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
          </section>
        ))}
      </div>
    </Window>
  );
}
