// @ts-check

/** How long each foreign program may take before it is ended. */
export const limits = Object.freeze({
  /** Between two looks whether the process that started a command is still there. */
  parentCheckMs: 1_000,
  installTimeoutMs: 300_000,
  buildTimeoutMs: 240_000,
  aptTimeoutMs: 300_000,
  packTimeoutMs: 240_000,
  unpackTimeoutMs: 120_000,
  electronProbeTimeoutMs: 4_000,
  electronDownloadTimeoutMs: 240_000,
  /** A failed download of Electron's own binary is not tried again before this time has passed. */
  electronRetryAfterMs: 24 * 60 * 60 * 1_000,
  displayTimeoutMs: 15_000,
  checkTimeoutMs: 240_000,
  /** Neither the unit tests nor the scenarios may take longer than all of `npm test` should. */
  unitTestTimeoutMs: 600_000,
  browserTestTimeoutMs: 240_000,
  /** Rounds of the long crash test, unless the caller says otherwise. */
  crashRounds: 2_000,
  crashTestTimeoutMs: 3_600_000,
  benchTimeoutMs: 3_600_000,
  /** Pictures of every screen in every state, size and theme. */
  galleryTimeoutMs: 15 * 60_000,
  runtimeCheckTimeoutMs: 60_000,
  scenariosTimeoutMs: 600_000,
  quickCommandTimeoutMs: 15_000,
  /** From the polite signal to the one that cannot be ignored. */
  endGraceMs: 8_000,
  /** What is kept of a program's output. */
  outputBytes: 4 * 1024 * 1024,
});
