import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import { isTransient } from './postgres-errors.js';
import { postgresFirstPauseMs, postgresLongestPauseMs } from './postgres-tuning.js';

export interface Surroundings {
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

interface RetryOptions extends AbortOptions, Surroundings {
  /** Nothing is tried again after this time. */
  readonly forMs: number;
}

/** Runs `attempt` again, with pauses of full jitter, while it fails with what may pass. Throws its last failure. */
export async function retryTransient<Result>(
  attempt: () => Promise<Result>,
  { clock, random, forMs, signal }: RetryOptions,
): Promise<Result> {
  const end = clock.now() + forMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error) || clock.now() >= end) throw error;
    }
    await clock.sleep(pauseAfter(failures, random), { signal });
  }
}

/** The pause after so many failures in a row. */
export function pauseAfter(failures: number, random: () => number): number {
  return random() * Math.min(postgresLongestPauseMs, postgresFirstPauseMs * 2 ** failures);
}
