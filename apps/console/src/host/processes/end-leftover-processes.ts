import { endRecordedProcessGroup } from '@changeover/capability-core/mcp';
import type { AuditLine } from '../audit/audit-log.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ProcessRecord } from '../records/process-record.js';
import { recordKey } from '../records/record-keys.js';

/**
 * Ends the process groups that a killed host left behind, where id and start time still match, and forgets their
 * records. Returns what there is to say about it. A group that could not be ended keeps its record. Never rejects.
 */
export function endLeftoverProcesses(
  leftovers: readonly ProcessRecord[],
  ledger: Ledger,
): Promise<readonly AuditLine[]> {
  return Promise.all(
    leftovers.map(async (record) => {
      const end = await endRecordedProcessGroup(record);
      if (end.outcome !== 'not-ended') ledger.keep({ key: recordKey.process(record.pid) });
      return {
        actor: 'host',
        command: 'process.end-leftover',
        target: `${record.server} (${record.pid})`,
        outcome: end.outcome === 'not-ended' ? 'failed' : 'done',
        durationMs: null,
        reason: 'The host that had started it was killed',
        detail: end.outcome,
      } as const;
    }),
  );
}
