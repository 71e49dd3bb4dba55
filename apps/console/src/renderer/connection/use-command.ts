import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { Method, MethodParams, MethodResult } from '../../protocol/methods.js';
import { ClockContext } from '../shared/clock/clock.js';
import { useClient } from './console-context.js';
import { RequestError, reportOf } from './request-error.js';

export interface Command<M extends Method> {
  /** Asks the host; resolves to null when that failed or was cancelled, with the reason in `error`. */
  readonly run: (params: MethodParams<M>) => Promise<MethodResult<M> | null>;
  /** Epoch milliseconds; null while nothing is under way. */
  readonly since: number | null;
  readonly error: ErrorReport | null;
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** One action of a person: under way, refused, or neither. A second run cancels the first. */
export function useCommand<M extends Method>(method: M): Command<M> {
  const client = useClient();
  const clock = useContext(ClockContext);
  const [since, setSince] = useState<number | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const current = useRef<AbortController | null>(null);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const run = useCallback(
    async (params: MethodParams<M>) => {
      current.current?.abort();
      const own = new AbortController();
      current.current = own;
      const isCurrent = (): boolean => isMounted.current && current.current === own;
      setError(null);
      setSince(clock());
      try {
        return await client.request(method, params, { signal: own.signal });
      } catch (thrown) {
        const isCancelled = thrown instanceof RequestError && thrown.code === 'aborted';
        if (isCurrent() && !isCancelled) setError(reportOf(thrown));
        return null;
      } finally {
        if (isCurrent()) setSince(null);
      }
    },
    [client, clock, method],
  );
  const cancel = useCallback(() => current.current?.abort(), []);
  const reset = useCallback(() => setError(null), []);
  return { run, since, error, cancel, reset };
}
