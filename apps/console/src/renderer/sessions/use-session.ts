import { useShallow } from 'zustand/react/shallow';
import type { Batch } from '../../protocol/batch.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import type { Session } from '../../protocol/session.js';
import { useConsole } from '../connection/console-context.js';

export function useSession(id: string): Session | undefined {
  return useConsole((state) => state.sessions.find((session) => session.id === id));
}

/** In ascending order; the same list as long as nothing of this session has changed in it. */
export function useGenerations(session: string): readonly Generation[] {
  return useConsole(
    useShallow((state: ConsoleState) => state.generations.filter((item) => item.session === session)),
  );
}

export function useBatch(session: string): Batch | undefined {
  return useConsole((state) => state.batches.find((batch) => batch.session === session));
}

/** Newest first; the same list as long as nothing of this session has changed in it. */
export function useSessionRuns(session: string): readonly Run[] {
  return useConsole(useShallow((state: ConsoleState) => state.runs.filter((run) => run.session === session)));
}
