import { HostError } from '../errors/host-error.js';

/** What may take how long. */
export interface TimeBound {
  /** The beginning of a sentence: `Storing the package`. */
  readonly what: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` with a signal that also aborts when its time is over.
 *
 * @throws HostError `package-timeout`; the signal's reason; what `work` throws
 */
export async function inTime<Result>(
  { what, timeoutMs, signal }: TimeBound,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (cause) {
    signal.throwIfAborted();
    if (!timeout.aborted) throw cause;
    const message = `${what} took longer than ${timeoutMs / 1_000} s and was given up`;
    throw new HostError('package-timeout', message, { timeoutMs }, { cause });
  }
}
