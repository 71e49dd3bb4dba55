/** `AbortSignal.any` for runtimes without it: aborts with the reason of the first of `signals` that does. */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  const all = [...signals];
  const aborted = all.find((signal) => signal.aborted);
  if (aborted !== undefined) {
    controller.abort(aborted.reason);
    return controller.signal;
  }
  const stop = (event: Event): void => {
    for (const signal of all) signal.removeEventListener('abort', stop);
    controller.abort(event.target instanceof AbortSignal ? event.target.reason : undefined);
  };
  for (const signal of all) signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
