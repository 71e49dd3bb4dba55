import { Menu } from '@base-ui/react/menu';
import { Copy, Download, FileDown } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { formatCount, formatPlural } from '../shared/format/quantity.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { EXPORT_LINES_MAX } from './limits.js';
import { canSaveFiles } from './save-file.js';
import type { ActivityExport, ExportState } from './use-activity-export.js';

const ITEM =
  'flex h-7 items-center gap-2.5 rounded-chip px-2 outline-none data-highlighted:bg-ink/7 data-disabled:opacity-50';

/** Hands over what the filter lets through as JSON lines. */
export function ExportMenu({ exporting, matched }: { exporting: ActivityExport; matched: number }) {
  const isLive = useIsLive();
  const { state, start } = exporting;
  const count = Math.min(matched, EXPORT_LINES_MAX);
  return (
    <Menu.Root>
      <Menu.Trigger
        disabled={!isLive || matched === 0 || state.phase === 'collecting'}
        className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-box border border-edge bg-surface px-2.5 font-medium hover:bg-ink/5 disabled:cursor-not-allowed disabled:opacity-45 data-popup-open:bg-ink/8"
      >
        <FileDown aria-hidden size={14} />
        Export
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-30 outline-none">
          <Menu.Popup className="min-w-60 rounded-box border border-edge bg-surface p-1 shadow-float outline-none motion-safe:animate-appear">
            <p className="px-2 pt-1 pb-1.5 text-meta text-muted">
              {matched > count ? `The newest ${formatCount(count)} lines` : formatPlural(count, 'line')} as
              JSON lines
            </p>
            {canSaveFiles() && (
              <Menu.Item className={ITEM} onClick={() => start('file')}>
                <Download aria-hidden size={13} />
                Download a file
              </Menu.Item>
            )}
            <Menu.Item className={ITEM} onClick={() => start('clipboard')}>
              <Copy aria-hidden size={13} />
              Copy
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** How far an export is, and how it ended. */
export function ExportNote({ exporting }: { exporting: ActivityExport }) {
  const { state, stop } = exporting;
  if (state.phase === 'collecting') {
    return <PendingNote since={state.since} label={collecting(state)} onCancel={stop} />;
  }
  if (state.phase !== 'done') return null;
  return (
    <span role="status" className="text-meta">
      <StateWord state="done">
        {state.way === 'file' ? 'Downloaded' : 'Copied'} {formatPlural(state.lines, 'line')}
      </StateWord>
    </span>
  );
}

function collecting({ collected, of }: Extract<ExportState, { phase: 'collecting' }>): string {
  return of === 0 ? 'collecting lines' : `collecting lines, ${formatCount(collected)} of ${formatCount(of)}`;
}
