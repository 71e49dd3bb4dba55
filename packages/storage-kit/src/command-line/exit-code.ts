import type { FailureCode } from './command-failure.js';

/** How a command ended, as the process says it. */
export const exitCodes = {
  /** Done, and the store is sound. */
  done: 0,
  /** The store is damaged; of `recover`: and nothing was written yet, since nobody agreed. */
  damaged: 1,
  /** The command line was not understood. */
  wrongUsage: 2,
  /** Another process has the store open. */
  locked: 3,
  /** Anything else. */
  failed: 4,
  /** SIGINT or SIGTERM ended it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const ofFailures: Partial<Readonly<Record<FailureCode, ExitCode>>> = {
  corrupt: exitCodes.damaged,
  'wrong-usage': exitCodes.wrongUsage,
  locked: exitCodes.locked,
  interrupted: exitCodes.interrupted,
};

export function exitCodeOf(code: FailureCode): ExitCode {
  return ofFailures[code] ?? exitCodes.failed;
}
