/** Bounds of one MCP server connection. Times are milliseconds, sizes are bytes unless the name says otherwise. */
export interface McpLimits {
  /** Time a started server has to answer `initialize`. */
  readonly initializeTimeoutMs: number;
  /** Time for all pages of `tools/list` together. */
  readonly listToolsTimeoutMs: number;
  /** Time for one tool call. */
  readonly callTimeoutMs: number;
  /** Pages of `tools/list` that are read before the listing is refused. */
  readonly maxToolPages: number;
  /** Longest line on stdout, and longest message to stdin. */
  readonly maxMessageBytes: number;
  /** Messages that may wait for the server to read its stdin; with one more it is given up. */
  readonly maxUnsentMessages: number;
  /** Lines on stdout that are no JSON-RPC message before `initialize` is answered; one more fails the start. */
  readonly maxRubbishLines: number;
  /** Rubbish lines that are reported with an excerpt; later ones are only counted. */
  readonly maxReportedRubbishLines: number;
  /** Characters of a rubbish line that are reported. */
  readonly rubbishExcerptChars: number;
  /** Tail of stderr that is kept for error messages. */
  readonly maxStderrBytes: number;
  /** Text of one log message of the server that is reported; the rest is cut. */
  readonly maxLogBytes: number;
  /** Time after an exit for what the server wrote last to arrive, before its calls fail. */
  readonly exitDrainMs: number;
  /** Time between the protocol close (end of stdin) and SIGTERM. */
  readonly closeGraceMs: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly terminateGraceMs: number;
  /** Time after SIGKILL before the remaining processes are reported as not ended. */
  readonly killGraceMs: number;
}

/** The limits that apply where none are given. The three grace times fit together into the default close policy of 5 s. */
export const DEFAULT_MCP_LIMITS: McpLimits = Object.freeze({
  initializeTimeoutMs: 30_000,
  listToolsTimeoutMs: 15_000,
  callTimeoutMs: 60_000,
  maxToolPages: 64,
  maxMessageBytes: 16 * 1024 * 1024,
  maxUnsentMessages: 4_096,
  maxRubbishLines: 64,
  maxReportedRubbishLines: 20,
  rubbishExcerptChars: 200,
  maxStderrBytes: 16 * 1024,
  maxLogBytes: 16 * 1024,
  exitDrainMs: 100,
  closeGraceMs: 1_500,
  terminateGraceMs: 1_000,
  killGraceMs: 1_000,
});

/** Interval at which a process group that should end is looked at again. */
export const GROUP_POLL_INTERVAL_MS = 20;

/** Time for one look at the process table through an external program (`ps`, `taskkill`). */
export const PROCESS_TABLE_TIMEOUT_MS = 2_000;
