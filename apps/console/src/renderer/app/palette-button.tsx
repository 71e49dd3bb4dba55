import { Command } from 'lucide-react';
import { openDialog } from '../navigation/dialogs.js';
import { shortcut } from '../navigation/shortcuts.js';
import { KeyCap } from '../shared/ui/key-cap.js';

/** Opens the palette, and says by which keys that goes faster. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-label="Command palette"
      title="Find anything, do anything"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openDialog({ kind: 'palette' })}
      className="inline-flex h-7 shrink-0 items-center gap-1 rounded-box px-1.5 hover:bg-ink/6"
    >
      <Command aria-hidden size={15} className="hidden text-muted tiny:block" />
      <span className="flex gap-1 tiny:hidden">
        {shortcut('palette').shown.map((key) => (
          <KeyCap key={key}>{key}</KeyCap>
        ))}
      </span>
    </button>
  );
}
