/** Time as the core sees it. Everything that waits or stamps goes through one, so that a test can own time. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for stamps. */
  now(): number;
  /** Steady clock, milliseconds from an arbitrary start: for durations and deadlines. */
  elapsed(): number;
  /** Calls `fire` once after `delayMs`. Returns its undo; undoing late or twice is harmless. */
  setTimer(delayMs: number, fire: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (delayMs: number, fire: () => void) => {
    const timer = setTimeout(fire, delayMs);
    return () => clearTimeout(timer);
  },
});
