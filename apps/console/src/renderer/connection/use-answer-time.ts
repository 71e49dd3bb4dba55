import { useEffect, useState } from 'react';
import { useClient } from './console-context.js';
import { ANSWER_TIMES_MAX, PING_INTERVAL_MS } from './limits.js';
import { useIsLive } from './use-is-live.js';

/**
 * How long the host takes to answer, in whole milliseconds: the median of its last few answers, one of which is asked for
 * every few seconds while somebody sees the page. Null before the first.
 */
export function useAnswerTime(): number | null {
  const client = useClient();
  const isLive = useIsLive();
  const [times, setTimes] = useState<readonly number[]>([]);
  useEffect(() => {
    if (!isLive) return;
    const gone = new AbortController();
    const { signal } = gone;
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const asked = performance.now();
      try {
        await client.request('host.ping', {}, { signal });
        const took = performance.now() - asked;
        if (!signal.aborted) setTimes((before) => [...before, took].slice(-ANSWER_TIMES_MAX));
      } catch {
        // The connection's own state says that the host does not answer.
        if (!signal.aborted) setTimes([]);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), PING_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      gone.abort();
      setTimes([]);
    };
  }, [client, isLive]);
  const answerMs = median(times);
  return answerMs === null ? null : Math.max(1, Math.round(answerMs));
}

function median(values: readonly number[]): number | null {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.floor(ascending.length / 2)] ?? null;
}
