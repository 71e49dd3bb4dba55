import { isTerminal, type Run } from '../../protocol/run.js';
import type { ViewSearch } from '../navigation/view-search.js';
import { runState, STATES } from '../shared/ui/states.js';

export type RunGroup = 'live' | 'waiting' | 'ended';

export interface RunFilter extends Pick<ViewSearch, 'filter' | 'session' | 'generation'> {
  readonly status?: RunGroup | undefined;
}

/** The group of runs that an address names; another screen's groups are none of them. */
export function runGroup(status: ViewSearch['status']): RunGroup | undefined {
  return status === 'live' || status === 'waiting' || status === 'ended' ? status : undefined;
}

export function isFiltered({ filter, status, session, generation }: RunFilter): boolean {
  return (filter ?? '') !== '' || [status, session, generation].some((part) => part !== undefined);
}

/** Runs that match every word of the filter somewhere, the status group, the session, and the generation. */
export function filterRuns(
  runs: readonly Run[],
  { filter, status, session, generation }: RunFilter,
): readonly Run[] {
  const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(
    (run) =>
      (session === undefined || run.session === session) &&
      (generation === undefined || run.generation === generation) &&
      (status === undefined || matchesStatus(run, status)) &&
      words.every((word) => searchText(run).includes(word) || isDigestOf(run, word)),
  );
}

function matchesStatus(run: Run, status: RunGroup): boolean {
  switch (status) {
    case 'live':
      return !isTerminal(run.status);
    case 'waiting':
      return runState(run) === 'waiting';
    case 'ended':
      return isTerminal(run.status);
  }
}

function searchText(run: Run): string {
  const generation = run.generation === null ? '' : `generation ${run.generation}`;
  return [run.id, run.session, run.prompt, STATES[runState(run)].word, generation, run.lastToolCall?.tool]
    .join(' ')
    .toLowerCase();
}

/** Shorter parts of a digest would be found in any run by chance. */
const DIGEST_PART_MIN = 6;

function isDigestOf(run: Run, word: string): boolean {
  return word.length >= DIGEST_PART_MIN && run.digest !== null && run.digest.includes(word);
}
