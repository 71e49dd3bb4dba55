import { useContext, useEffect, useRef, useState } from 'react';
import type { ActivityFilter } from '../../protocol/activity.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { useClient } from '../connection/console-context.js';
import { reportOf } from '../connection/request-error.js';
import { ClockContext } from '../shared/clock/clock.js';
import { collectActivity } from './collect-activity.js';
import { jsonLines } from './json-lines.js';
import { saveFile } from './save-file.js';

export type ExportWay = 'file' | 'clipboard';

export type ExportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'collecting'; readonly since: number; readonly collected: number; readonly of: number }
  | { readonly phase: 'done'; readonly way: ExportWay; readonly lines: number }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

export interface ActivityExport {
  readonly state: ExportState;
  readonly start: (way: ExportWay) => void;
  readonly stop: () => void;
}

/** Writes all lines that fit a filter, as JSON lines, to a file or to the clipboard. */
export function useActivityExport(filter: ActivityFilter): ActivityExport {
  const client = useClient();
  const clock = useContext(ClockContext);
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (way: ExportWay): Promise<void> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    const tell = (next: ExportState): void => {
      if (!own.signal.aborted) setState(next);
    };
    const since = clock();
    tell({ phase: 'collecting', since, collected: 0, of: 0 });
    try {
      const lines = await collectActivity(filter, {
        read: (params, signal) => client.request('activity.read', params, { signal }),
        signal: own.signal,
        onProgress: (collected, of) => tell({ phase: 'collecting', since, collected, of }),
      });
      if (own.signal.aborted) return;
      const refusal = await handOver(way, jsonLines(lines), clock());
      if (refusal === null) tell({ phase: 'done', way, lines: lines.length });
      else tell({ phase: 'failed', error: refusal });
    } catch (error) {
      tell({ phase: 'failed', error: reportOf(error) });
    }
  };
  const stop = (): void => {
    current.current?.abort();
    setState({ phase: 'idle' });
  };
  return { state, start: (way) => void run(way), stop };
}

/** Returns why it was not taken; null when it was. */
async function handOver(way: ExportWay, text: string, now: number): Promise<ErrorReport | null> {
  if (way === 'file') {
    saveFile(fileName(now), 'application/x-ndjson', text);
    return null;
  }
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return {
      code: 'clipboard-refused',
      message: 'The clipboard did not take the lines.',
      action: 'Keep this window in front while they are collected, and copy again.',
      causes: [{ code: null, message: cause }],
      details: {},
    };
  }
}

function fileName(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  return `changeover-activity-${time}.jsonl`;
}
