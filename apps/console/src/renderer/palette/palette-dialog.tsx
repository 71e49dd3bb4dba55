import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { closeDialog, dialogStore } from '../navigation/dialogs.js';
import { formatPlural } from '../shared/format/quantity.js';
import { KeyCap } from '../shared/ui/key-cap.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { addressItem, beginsAddress } from './address-item.js';
import { ADDRESS_MAX_LENGTH, QUERY_MAX_LENGTH } from './limits.js';
import type { PaletteItem } from './palette-item.js';
import { PaletteRow } from './palette-row.js';
import { rankItems } from './rank-items.js';
import { recentItems, rememberItem } from './recent-items.js';
import { usePaletteActions } from './use-palette-action.js';
import { usePaletteItems } from './use-palette-items.js';

/** Finds anything in view and does anything that can be done now, by typing. */
export function PaletteDialog() {
  const [query, setQuery] = useState('');
  const [recent] = useState(recentItems);
  const items = usePaletteItems();
  const asked = useDeferredValue(query);
  const groups = useMemo(() => {
    const address = addressItem(asked);
    if (address !== null) return [{ heading: address.group, items: [address] }];
    return rankItems(items, asked, recent);
  }, [items, asked, recent]);
  const { act, since, error, cancel } = usePaletteActions();
  const input = useRef<HTMLInputElement>(null);
  const choose = (item: PaletteItem): void => {
    rememberItem(item.id);
    void act(item.action);
  };
  const found = groups.reduce((sum, group) => sum + group.items.length, 0);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-veil motion-safe:animate-appear" />
        <Dialog.Popup
          aria-label="Command palette"
          initialFocus={input}
          // What was chosen may have opened another dialog, which has the focus then.
          finalFocus={() => dialogStore.getState().open === null}
          className="fixed top-[12vh] left-1/2 flex max-h-[70vh] w-[620px] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden rounded-window border border-edge bg-surface shadow-float outline-none motion-safe:animate-appear"
        >
          <Autocomplete.Root
            open
            inline
            items={groups.map((group) => ({ value: group.heading, items: group.items }))}
            mode="none"
            filter={null}
            value={query}
            onValueChange={(text, { reason }) => {
              if (reason !== 'item-press') setQuery(text.slice(0, longestOf(text)));
            }}
            itemToStringValue={(item: PaletteItem) => item.title}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden size={15} className="shrink-0 text-muted" />
              <Autocomplete.Input
                ref={input}
                aria-label="What to find or do"
                placeholder="Find anything, do anything"
                spellCheck={false}
                className="h-11 min-w-0 flex-1 bg-transparent text-head outline-none placeholder:text-muted"
              />
              <span role="status" className="text-meta text-muted">
                {formatPlural(found, 'item')}
              </span>
            </div>
            {error !== null && (
              <div className="border-b border-line p-3">
                <HostError error={error} />
              </div>
            )}
            <Autocomplete.Empty>
              <p className="px-4 py-3 text-muted">
                Nothing in view is called that, and nothing that can be done now.
              </p>
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
              {(group: { readonly value: string; readonly items: readonly PaletteItem[] }) => (
                <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1.5">
                  <Autocomplete.GroupLabel className="px-2.5 py-1 text-label font-medium tracking-[0.06em] text-muted uppercase">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onChoose={choose} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-meta text-muted">
              <Key keys={['↑', '↓']}>choose</Key>
              <Key keys={['↵']}>go or do</Key>
              <Key keys={['Esc']}>close</Key>
              <span className="ml-auto">
                {since !== null && <PendingNote since={since} label="asking the host" onCancel={cancel} />}
              </span>
            </footer>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function longestOf(query: string): number {
  return beginsAddress(query) ? ADDRESS_MAX_LENGTH : QUERY_MAX_LENGTH;
}

function Key({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
      {children}
    </span>
  );
}
