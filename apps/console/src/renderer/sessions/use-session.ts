import { useMemo } from 'react';
import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import type { Session } from '../../protocol/session.js';
import { useConsole } from '../connection/console-context.js';

export function useSession(id: string): Session | undefined {
  return useConsole((state) => state.sessions.find((session) => session.id === id));
}

/** In ascending order. */
export function useGenerations(session: string): readonly Generation[] {
  const all = useConsole((state) => state.generations);
  return useMemo(() => all.filter((generation) => generation.session === session), [all, session]);
}

export function useBatch(session: string): Batch | undefined {
  return useConsole((state) => state.batches.find((batch) => batch.session === session));
}

/** Newest first. */
export function useSessionRuns(session: string): readonly Run[] {
  const all = useConsole((state) => state.runs);
  return useMemo(() => all.filter((run) => run.session === session), [all, session]);
}
