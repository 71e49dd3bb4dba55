/** What the process's exit code says to the terminal that started it. */
export const exitCodes = {
  done: 0,
  /** The host could not open its store, or could not be kept running. */
  hostFailed: 1,
  /** The main process met a fault that it does not know. */
  mainFailed: 2,
  /** Another instance has this data folder; its window was brought to front. */
  secondInstance: 3,
} as const;
