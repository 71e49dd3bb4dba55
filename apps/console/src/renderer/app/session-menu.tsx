import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { StateIcon } from '../shared/ui/state-icon.js';

const ITEM =
  'flex h-7 items-center gap-2.5 rounded-chip px-2 outline-none data-highlighted:bg-ink/7 data-disabled:opacity-50';

/** Goes to another session, or makes a new one. */
export function SessionMenu({ session }: { session: string }) {
  const sessions = useConsole((state) => state.sessions);
  const isLive = useIsLive();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-box px-1.5 font-medium hover:bg-ink/6 data-popup-open:bg-ink/8">
        <span className="sr-only">Session </span>
        <span className="truncate">{session}</span>
        <ChevronsUpDown aria-hidden size={12} className="shrink-0 text-muted" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={4} className="z-30 outline-none">
          <Menu.Popup className="max-h-80 min-w-60 overflow-y-auto rounded-box border border-edge bg-surface p-1 shadow-float outline-none motion-safe:animate-appear">
            {[...sessions].reverse().map((item) => (
              <Menu.Item
                key={item.id}
                className={ITEM}
                onClick={() => void navigate({ to: '/capabilities/$session', params: { session: item.id } })}
              >
                <StateIcon state={item.state} />
                <span className={`truncate ${item.id === session ? 'font-strong' : ''}`}>{item.id}</span>
                <span className="ml-auto text-meta text-muted">generation {item.stamp.generation}</span>
              </Menu.Item>
            ))}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item
              disabled={!isLive}
              className={ITEM}
              onClick={() => openDialog({ kind: 'create-session' })}
            >
              <Plus aria-hidden size={13} />
              New session…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
