import { Autocomplete } from '@base-ui/react/autocomplete';
import { shortcut } from '../navigation/shortcuts.js';
import { KeyCap } from '../shared/ui/key-cap.js';
import { StateIcon } from '../shared/ui/state-icon.js';
import type { PaletteItem } from './palette-item.js';

/** One thing to go to or to do: its icon or state, its name, what tells it apart, its shortcut. */
export function PaletteRow({
  item,
  onChoose,
}: {
  readonly item: PaletteItem;
  readonly onChoose: (item: PaletteItem) => void;
}) {
  const { icon: Icon } = item;
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onChoose(item)}
      className="flex min-h-8 scroll-my-8 items-center gap-2.5 rounded-box px-2.5 outline-none data-highlighted:bg-ink/8"
    >
      <span className="flex w-4 shrink-0 justify-center">
        {item.state !== undefined ? (
          <StateIcon state={item.state} size={14} />
        ) : (
          Icon !== null && <Icon aria-hidden size={15} strokeWidth={1.75} className="text-muted" />
        )}
      </span>
      <span className="min-w-0 truncate">{item.title}</span>
      {item.note !== '' && (
        <span className="min-w-0 shrink-2 truncate text-meta text-muted">{item.note}</span>
      )}
      {item.shortcut !== undefined && (
        <span className="ml-auto flex shrink-0 gap-1">
          {shortcut(item.shortcut).shown.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  );
}
