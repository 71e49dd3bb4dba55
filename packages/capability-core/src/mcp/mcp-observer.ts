import { settledOrAborted } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';

/** What a host needs to find a server's process group again after it was itself killed. */
export interface McpProcessRecord {
  readonly server: string;
  /** Process id of the server, which is also the id of its process group. */
  readonly pid: number;
  /** Start time of the process in the platform's own notation, or `null` where the platform tells none. */
  readonly startTime: string | null;
  /** The command line as configured, before variables are expanded, so that it holds no secret. */
  readonly command: string;
}

/** The end of a recorded process group: no process of it is alive, so its record can be dropped. */
export interface McpProcessEnd {
  readonly server: string;
  readonly pid: number;
  readonly startTime: string | null;
}

/** The exit of the server's own process; others of its group may live on until the binding is closed. */
export interface McpServerExit {
  readonly server: string;
  readonly pid: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/**
 * Sees what happens between the host and its MCP servers. All payloads are JSON-serialisable. A method that
 * throws does not disturb the connection; its error is reported as a process warning.
 */
export interface McpObserver {
  /**
   * A server process runs. Called before anything is sent to it: the place to record it durably. A promise that it
   * returns is waited for, until the start is cancelled.
   */
  processStarted?(record: McpProcessRecord): unknown;
  /** The server's own process exited, asked to or not. */
  serverExited?(exit: McpServerExit): void;
  /** No process of the server's group is left. */
  processEnded?(end: McpProcessEnd): void;
  /** The server wrote to stderr. The text is one chunk, cut to the bound of the stderr tail. */
  stderr?(output: { readonly server: string; readonly text: string }): void;
  /** A line on stdout is no JSON-RPC message. `count` runs on when excerpts are no longer reported. */
  rubbishOnStdout?(rubbish: {
    readonly server: string;
    readonly count: number;
    readonly excerpt: string;
  }): void;
  /** The server says that its tools changed. The binding keeps the tools it was prepared with. */
  toolListChanged?(change: { readonly server: string }): void;
  /** The server sent a log message, cut to its bound. */
  serverLog?(log: { readonly server: string; readonly level: string; readonly text: string }): void;
  /** The connection met something that it cannot attribute to a call. */
  connectionProblem?(problem: { readonly server: string; readonly message: string }): void;
}

/** Lets the observer record a process, for as long as the start is wanted, and keeps its failure away from the connection. */
export async function recordStart(
  observer: McpObserver | undefined,
  record: McpProcessRecord,
  signal: AbortSignal,
): Promise<void> {
  try {
    await settledOrAborted(Promise.resolve(observer?.processStarted?.(record)), signal);
  } catch (error) {
    process.emitWarning(`An MCP observer threw in processStarted: ${messageOf(error)}`);
  }
}

/** Calls the observer's method and keeps its failure away from the connection. */
export function notify<K extends keyof McpObserver>(
  observer: McpObserver | undefined,
  method: K,
  payload: Parameters<NonNullable<McpObserver[K]>>[0],
): void {
  const listener = observer?.[method] as ((payload: unknown) => void) | undefined;
  if (listener === undefined) return;
  try {
    listener.call(observer, payload);
  } catch (error) {
    process.emitWarning(`An MCP observer threw in ${method}: ${messageOf(error)}`);
  }
}
