/** Settles as `promise` does, or rejects with the reason of the first of the signals that is aborted, as soon as it is. */
export async function settleOrAbort<Result>(
  promise: Promise<Result>,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<Result> {
  const given = signals.filter((signal) => signal !== undefined);
  const listeners: (readonly [signal: AbortSignal, abort: () => void])[] = [];
  const aborted = new Promise<never>((_resolve, reject) => {
    for (const signal of given) {
      const abort = (): void => reject(signal.reason);
      listeners.push([signal, abort]);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    }
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    for (const [signal, abort] of listeners) signal.removeEventListener('abort', abort);
  }
}
