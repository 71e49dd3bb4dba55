import { useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { PAGE_LINES_MAX } from '../../../protocol/limits.js';
import type { Run } from '../../../protocol/run.js';
import { useClient } from '../../connection/console-context.js';
import { useIsLive } from '../../connection/use-is-live.js';
import { ClockContext } from '../../shared/clock/clock.js';
import { TranscriptReader, type TranscriptView } from './transcript-reader.js';
import { type TranscriptPart, transcriptParts } from './transcript-steps.js';

export interface UsedTranscript extends TranscriptView {
  readonly parts: readonly TranscriptPart[];
  readonly more: () => void;
  /** Goes on where reading failed. */
  readonly again: () => void;
  readonly toEnd: () => void;
  readonly stop: () => void;
  /** All that there is, once it has been read; null when reading failed or was given up. */
  readonly whole: () => Promise<readonly TranscriptPart[] | null>;
}

/** How far a transcript is to be read without being asked: to its end, or to the line that an address names. */
export interface WantedTranscript {
  readonly toEnd: boolean;
  readonly toSequence: number;
}

/** The transcript of one run, read on as it is wanted. For one run as long as the caller is shown. */
export function useTranscript(
  session: string,
  id: string,
  run: Run | undefined,
  wanted: WantedTranscript,
): UsedTranscript {
  const client = useClient();
  const clock = useContext(ClockContext);
  const isConnected = useIsLive();
  const [reader] = useState(
    () =>
      new TranscriptReader({
        session,
        run: id,
        read: (params, signal) => client.request('transcript.read', params, { signal }),
        now: clock,
      }),
  );
  useEffect(() => () => reader[Symbol.dispose](), [reader]);
  const [firstWanted] = useState(wanted.toSequence);
  const wantsAll = wanted.toEnd || firstWanted > PAGE_LINES_MAX;
  useEffect(() => {
    if (!isConnected) return;
    if (wantsAll) reader.toEnd();
    else if (!reader.store.getState().isRead) reader.more();
  }, [reader, isConnected, wantsAll]);
  // A run changes with each of its lines, so that it tells when to look.
  useEffect(() => {
    if (isConnected && run !== undefined) reader.look();
  }, [reader, isConnected, run]);

  const view = useStore(reader.store);
  const parts = useMemo(() => transcriptParts(view.lines), [view.lines]);
  return {
    ...view,
    parts,
    more: () => reader.more(),
    again: () => {
      if (!view.hasMore) reader.look();
      else if (wantsAll) reader.toEnd();
      else reader.more();
    },
    toEnd: () => reader.toEnd(),
    stop: () => reader.stop(),
    whole: () => whole(reader),
  };
}

async function whole(reader: TranscriptReader): Promise<readonly TranscriptPart[] | null> {
  reader.toEnd();
  await new Promise<void>((resolve) => {
    const isSettled = ({ since, hasMore }: TranscriptView): boolean => !hasMore || since === null;
    if (isSettled(reader.store.getState())) return resolve();
    const unsubscribe = reader.store.subscribe((view) => {
      if (!isSettled(view)) return;
      unsubscribe();
      resolve();
    });
  });
  const { hasMore, lines } = reader.store.getState();
  return hasMore ? null : transcriptParts(lines);
}
