import { endRecordedProcessGroup } from '@changeover/capability-core/mcp';
import type { StateStore } from '@changeover/storage-kit';
import type { AuditLine } from '../audit/audit-log.js';
import { parseRecord } from '../records/parse-record.js';
import { ProcessRecord } from '../records/process-record.js';
import { recordPrefix } from '../records/record-keys.js';
import { listRecords } from '../store/list-records.js';

/**
 * Ends the process groups that a killed host left behind, where id and start time still match, and forgets their
 * records. Returns what there is to say about it. A group that could not be ended keeps its record.
 */
export async function endLeftoverProcesses(store: StateStore): Promise<readonly AuditLine[]> {
  const leftovers = [];
  for await (const snapshot of listRecords(store, recordPrefix.processes)) {
    leftovers.push({ key: snapshot.record.key, record: parseRecord(ProcessRecord, snapshot) });
  }
  return Promise.all(
    leftovers.map(async ({ key, record }) => {
      const end = await endRecordedProcessGroup(record);
      if (end.outcome !== 'not-ended') await store.transact((transaction) => transaction.delete(key));
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
