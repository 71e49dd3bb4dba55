/** Time as the core sees it. Everything that waits or stamps goes through one, so that a test can own time. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for stamps. */
  now(): number;
  /** Steady clock, milliseconds from an arbitrary start: for durations and deadlines. */
  elapsed(): number;
  /** Calls `fire` once after `delayMs`. Returns its undo; undoing late or twice is harmless. */
  setTimer(delayMs: number, fire: () => void): () => void;
}

/** A timer set for longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. A timer of over 24 days fires after 24 days. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (delayMs: number, fire: () => void) => {
    const timer = setTimeout(fire, Math.min(delayMs, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
});
