import { useStore } from 'zustand';
import type { Connection } from '../connection/connection-view.js';
import { useClient, useConnection } from '../connection/console-context.js';
import { FILL, TEXT, type Tone } from '../shared/ui/tone.js';

/** One line at the foot of the rail: whether the page is told everything, and whether everything is saved. */
export function LiveIndicator() {
  const connection = useConnection();
  const store = useStore(useClient().store, (view) => view.state?.store);
  const { tone, word } = look(connection);
  const isLive = connection.phase === 'live';
  const isSaving = store?.writable !== false;
  return (
    <div
      role="status"
      aria-label="Host"
      title={isLive ? `answered in ${connection.snapshotMs} ms` : undefined}
      className="mx-2 flex h-10 items-center gap-2 border-t border-line px-2 text-meta"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${FILL[isSaving ? tone : 'bad']}`} />
      <span
        className={`truncate max-roomy:sr-only ${isLive && isSaving ? 'text-muted' : TEXT[isSaving ? tone : 'bad']}`}
      >
        {word}
        {isLive && ` · host ${connection.snapshotMs} ms · ${isSaving ? 'saved' : 'not saving'}`}
      </span>
    </div>
  );
}

function look(connection: Connection): { readonly tone: Tone; readonly word: string } {
  switch (connection.phase) {
    case 'connecting':
      return { tone: 'run', word: 'connecting' };
    case 'live':
      return { tone: 'ok', word: 'live' };
    case 'healing':
      return { tone: 'run', word: 'catching up' };
    case 'lost':
      return { tone: 'bad', word: 'disconnected' };
    case 'unavailable':
      return { tone: 'bad', word: 'unavailable' };
  }
}
