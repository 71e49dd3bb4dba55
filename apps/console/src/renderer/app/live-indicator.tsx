import { useStore } from 'zustand';
import type { Connection } from '../connection/connection-view.js';
import { useClient, useConnection } from '../connection/console-context.js';
import { ANSWER_TIMES_MAX, PING_INTERVAL_MS } from '../connection/limits.js';
import { useAnswerTime } from '../connection/use-answer-time.js';
import { FILL, TEXT, type Tone } from '../shared/ui/tone.js';

/** One line at the foot of the rail: whether the page is told everything, and whether everything is saved. */
export function LiveIndicator() {
  const connection = useConnection();
  const store = useStore(useClient().store, (view) => view.state?.store);
  const answerMs = useAnswerTime();
  const { tone, word } = look(connection);
  const isLive = connection.phase === 'live';
  const isSaving = store?.writable !== false;
  const shownTone = isSaving ? tone : 'bad';
  const saved = isSaving ? 'saved' : 'not saving';
  return (
    <div
      title={isLive ? liveTitle(answerMs) : undefined}
      className="mx-2 flex h-10 items-center gap-2 border-t border-line px-2 text-meta"
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${FILL[shownTone]}`}
      />
      {/* Said aloud only when it changes, so without the time, which always does. */}
      <span role="status" aria-label="Host" className="sr-only">
        {isLive ? `${word}, ${saved}` : word}
      </span>
      <span
        aria-hidden
        className={`truncate slim:hidden ${isLive && isSaving ? 'text-muted' : TEXT[shownTone]}`}
      >
        {[word, isLive && answerMs !== null && `host ${answerMs} ms`, isLive && saved]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isLive && answerMs !== null && <span className="sr-only">The host answers in {answerMs} ms</span>}
    </div>
  );
}

function liveTitle(answerMs: number | null): string {
  const told = 'This page is told of everything as it happens.';
  return answerMs === null
    ? told
    : `${told} The host answers it in ${answerMs} ms (median of the last ${ANSWER_TIMES_MAX} answers, one every ${PING_INTERVAL_MS / 1_000} s).`;
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
