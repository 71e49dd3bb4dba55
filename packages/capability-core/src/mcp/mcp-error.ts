/** What went wrong with an MCP server. */
export type McpErrorCode =
  | 'unset-variable'
  | 'did-not-start'
  | 'server-exited'
  | 'connection-closed'
  | 'rubbish-on-stdout'
  | 'message-too-large'
  | 'initialize-timeout'
  | 'initialize-failed'
  | 'list-tools-timeout'
  | 'list-tools-failed'
  | 'invalid-tools'
  | 'call-timeout'
  | 'call-failed'
  | 'cancelled'
  | 'group-not-ended';

/** The structured part of an {@link McpError}; only what the code is about is present. */
export interface McpErrorDetails {
  /** Name of the server as its configuration has it. */
  readonly server: string;
  /** `unset-variable`: the variable's name. */
  readonly variable?: string | undefined;
  /** `server-exited`: the exit code, `null` when a signal ended it. */
  readonly exitCode?: number | null | undefined;
  /** `server-exited`: the signal that ended it, `null` when it exited by itself. */
  readonly signal?: string | null | undefined;
  /** Last lines the server wrote to stderr. */
  readonly stderr?: string | undefined;
  /** `…-timeout`: the bound that passed, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** `call-…`: the tool's name on the server. */
  readonly tool?: string | undefined;
  /** `group-not-ended`: process ids that are still alive. */
  readonly survivors?: readonly number[] | undefined;
  readonly cause?: unknown;
}

/**
 * A failure of an MCP server or of the connection to it.
 *
 * A tool that ran and reports a failure is no `McpError`: that is a call result with `isError`.
 */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: McpErrorCode;
  readonly server: string;
  /** The message without the server's name in front. */
  readonly reason: string;
  readonly variable: string | undefined;
  readonly exitCode: number | null | undefined;
  readonly signal: string | null | undefined;
  readonly stderr: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly tool: string | undefined;
  readonly survivors: readonly number[] | undefined;

  constructor(code: McpErrorCode, reason: string, details: McpErrorDetails) {
    super(
      `MCP server ${JSON.stringify(details.server)}: ${reason}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.server = details.server;
    this.reason = reason;
    this.variable = details.variable;
    this.exitCode = details.exitCode;
    this.signal = details.signal;
    this.stderr = details.stderr;
    this.timeoutMs = details.timeoutMs;
    this.tool = details.tool;
    this.survivors = details.survivors;
  }
}
