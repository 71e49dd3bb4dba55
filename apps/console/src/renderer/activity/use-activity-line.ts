import { useContext, useEffect, useState } from 'react';
import type { Activity } from '../../protocol/activity.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { useClient, useConsole } from '../connection/console-context.js';
import { reportOf } from '../connection/request-error.js';
import { ClockContext } from '../shared/clock/clock.js';
import { useKnownActivity } from './known-activity.js';

export type ActivityLine =
  | { readonly phase: 'found'; readonly line: Activity }
  | { readonly phase: 'reading'; readonly since: number }
  | { readonly phase: 'gone' }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

const ANY = { text: '', actor: null, outcome: null } as const;

/** One line of the audit log: out of what is known, else read. For one line as long as the caller is shown. */
export function useActivityLine(sequence: number): ActivityLine {
  const client = useClient();
  const clock = useContext(ClockContext);
  const known = useKnownActivity(sequence);
  const inView = useConsole((state) => state.activity.find((line) => line.sequence === sequence));
  const there = known ?? inView;
  const [read, setRead] = useState<ActivityLine>(() => ({ phase: 'reading', since: clock() }));
  const isThere = there !== undefined;
  useEffect(() => {
    if (isThere) return;
    const own = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const page = await client.request(
          'activity.read',
          { filter: ANY, before: sequence + 1, limit: 1 },
          { signal: own.signal },
        );
        const line = page.lines.find((item) => item.sequence === sequence);
        if (!own.signal.aborted) setRead(line === undefined ? { phase: 'gone' } : { phase: 'found', line });
      } catch (error) {
        if (!own.signal.aborted) setRead({ phase: 'failed', error: reportOf(error) });
      }
    };
    void ask();
    return () => own.abort();
  }, [client, sequence, isThere]);
  return isThere ? { phase: 'found', line: there } : read;
}
