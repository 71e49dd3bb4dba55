import type { StateStore } from '@changeover/storage-kit';
import type { AuditLine } from '../audit/audit-log.js';
import { pruneAudit } from '../audit/prune-audit.js';
import { type History, loadHistory } from './load-history.js';
import { type RevivedHistory, reviveHistory } from './revive-history.js';

/** What earlier hosts left, and what there is to say about it. */
export interface Past {
  readonly history: History;
  /** Number of the newest audit line, deleted or not; 0 before the first. */
  readonly lastAuditSequence: number;
  readonly revived: RevivedHistory;
  readonly notes: readonly AuditLine[];
}

/**
 * Reads everything first, so that a store with a damaged record is left as it is; then deletes audit lines past their
 * limits.
 *
 * @throws HostError `damaged-record`; StateStoreError
 */
export async function readPast(store: StateStore, now: number): Promise<Past> {
  const history = await loadHistory(store);
  const revived = reviveHistory(history);
  const activity = await pruneAudit(store, history.activity, now);
  const pruned = history.activity.length - activity.length;
  const interrupted = revived.interruptedRuns.map((run) =>
    note('run.interrupt', run.id, run.error?.message ?? null),
  );
  const cut =
    pruned === 0
      ? []
      : [note('audit.prune', `${pruned} lines`, 'They were past the limits of the audit log')];
  return {
    history: { ...history, activity },
    lastAuditSequence: history.activity.at(-1)?.sequence ?? 0,
    revived,
    notes: [...interrupted, ...cut],
  };
}

/** The notice that transcripts of this many runs are gone. */
export function transcriptsPruned(runs: number): AuditLine {
  return note(
    'transcript.prune',
    `${runs} runs`,
    'They were past the limits of transcripts; the runs are kept',
  );
}

function note(command: string, target: string, detail: string | null): AuditLine {
  return { actor: 'host', command, target, outcome: 'done', durationMs: null, reason: null, detail };
}
