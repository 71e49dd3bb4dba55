import type { RowOrders } from '../navigation/table-order.js';
import { RUN_ORDER, runState } from '../shared/ui/states.js';
import type { RunRow } from './run-row.js';

const names = new Intl.Collator('en', { numeric: true });

/** How runs compare by each column that they can be sorted by. */
export const RUN_ORDERS: RowOrders<RunRow> = {
  run: (a, b) => names.compare(a.run.id, b.run.id),
  status: (a, b) => RUN_ORDER.indexOf(runState(a.run)) - RUN_ORDER.indexOf(runState(b.run)),
  session: (a, b) => names.compare(a.run.session, b.run.session),
  generation: (a, b) => (a.run.generation ?? -1) - (b.run.generation ?? -1),
  lease: (a, b) => names.compare(a.run.lease, b.run.lease),
  tools: (a, b) => a.run.toolCalls - b.run.toolCalls,
  admitted: (a, b) => a.run.admittedAt - b.run.admittedAt,
  time: (a, b) => duration(a) - duration(b),
};

/** What has not ended takes longer than all that has; of two such, what began first. */
function duration({ run }: RunRow): number {
  return (run.endedAt ?? Number.MAX_SAFE_INTEGER) - run.admittedAt;
}
