import { Copy, Download } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { formatCount, formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { EXPORT_LINES_MAX } from './limits.js';
import { canSaveFiles } from './save-file.js';
import type { ActivityExport, ExportState } from './use-activity-export.js';

/** Hands over what the filter lets through as JSON lines: to the clipboard, and where that is possible as a file. */
export function ExportButtons({ exporting, matched }: { exporting: ActivityExport; matched: number }) {
  const isLive = useIsLive();
  const { state, start } = exporting;
  const isDisabled = !isLive || matched === 0 || state.phase === 'collecting';
  const count = Math.min(matched, EXPORT_LINES_MAX);
  const what = matched > count ? `the newest ${formatCount(count)} lines` : formatPlural(count, 'line');
  return (
    <>
      <Button
        kind="quiet"
        icon={Copy}
        disabled={isDisabled}
        title={`Copies ${what} as JSON lines`}
        onClick={() => start('clipboard')}
      >
        Copy JSON lines
      </Button>
      {canSaveFiles() && (
        <Button
          icon={Download}
          disabled={isDisabled}
          title={`Downloads ${what} as JSON lines`}
          onClick={() => start('file')}
        >
          Download
        </Button>
      )}
    </>
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
