import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { truncateUtf8 } from '../identity/text-rules.js';
import type { McpToolDefinition } from '../kinds/mcp-binding.js';
import type { McpCallResult, McpClient } from '../kinds/mcp-client.js';
import { onAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { JsonObject } from '../model/json-value.js';
import { callResult } from './call-result.js';
import type { McpLimits } from './limits.js';
import { McpError, type McpErrorCode, type McpErrorDetails } from './mcp-error.js';
import { type McpObserver, notify } from './mcp-observer.js';
import type { ServerProcess } from './server-process.js';
import { StdioTransport } from './stdio-transport.js';
import { toolDefinitions } from './tool-definitions.js';

/** How this client introduces itself to servers. */
export interface McpClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The reason a server is told for any request that is given up; callers' own reasons stay here. */
const ABORT_REASON = 'The request was given up.';

/** Beyond our own deadline, so that the library's never comes first. */
const LIBRARY_TIMEOUT_MARGIN_MS = 1_000;

interface BoundedRequest {
  readonly what: string;
  readonly timeoutMs: number;
  readonly timeoutCode: McpErrorCode;
  readonly failureCode: McpErrorCode;
  readonly tool?: string;
  readonly signal: AbortSignal;
}

/**
 * One initialised connection to one server process. When the process exits, calls in flight fail at once and later
 * ones are refused; nothing is started again.
 */
export class McpConnection implements McpClient {
  readonly serverName: string;
  readonly #client: Client;
  readonly #transport: StdioTransport;
  readonly #limits: McpLimits;
  #closing = false;

  constructor(
    process: ServerProcess,
    clientInfo: McpClientInfo,
    limits: McpLimits,
    observer: McpObserver | undefined,
  ) {
    const server = process.server;
    this.serverName = server;
    this.#limits = limits;
    this.#transport = new StdioTransport(process, limits, observer);
    this.#client = new Client({ ...clientInfo }, { capabilities: {}, listMaxPages: limits.maxToolPages });
    this.#client.onerror = (error) =>
      notify(observer, 'connectionProblem', { server, message: messageOf(error) });
    this.#client.setNotificationHandler('notifications/tools/list_changed', () =>
      notify(observer, 'toolListChanged', { server }),
    );
    this.#client.setNotificationHandler('notifications/message', ({ params }) => {
      const all = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
      const text = truncateUtf8(all, limits.maxLogBytes);
      notify(observer, 'serverLog', { server, level: params.level, text });
    });
  }

  get connected(): boolean {
    return !this.#transport.closed;
  }

  /**
   * Performs the protocol's handshake.
   *
   * @throws {McpError} `initialize-timeout`, `initialize-failed`, `rubbish-on-stdout`, `message-too-large`,
   * `server-exited`, `connection-closed` or `cancelled`
   */
  async initialize({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    await this.#bounded(
      {
        what: 'initialize',
        timeoutMs: this.#limits.initializeTimeoutMs,
        timeoutCode: 'initialize-timeout',
        failureCode: 'initialize-failed',
        signal,
      },
      (options) => this.#client.connect(this.#transport, options),
    );
    this.#transport.markEstablished();
  }

  /**
   * All tools of the server, validated.
   *
   * @throws {McpError} `list-tools-timeout`, `list-tools-failed`, `invalid-tools`, `server-exited`, … or `cancelled`
   */
  async listTools({ signal }: { readonly signal: AbortSignal }): Promise<readonly McpToolDefinition[]> {
    const { tools } = await this.#bounded(
      {
        what: 'tools/list',
        timeoutMs: this.#limits.listToolsTimeoutMs,
        timeoutCode: 'list-tools-timeout',
        failureCode: 'list-tools-failed',
        signal,
      },
      (options) => this.#client.listTools(undefined, options),
    );
    return toolDefinitions(this.serverName, tools);
  }

  /**
   * Calls a tool by its name on the server.
   *
   * @throws {McpError} `call-timeout`, `call-failed`, `server-exited`, `connection-closed`, `message-too-large` or
   * `cancelled`
   */
  async callTool(
    tool: string,
    args: JsonObject,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<McpCallResult> {
    const result = await this.#bounded(
      {
        what: `the tool ${tool}`,
        timeoutMs: this.#limits.callTimeoutMs,
        timeoutCode: 'call-timeout',
        failureCode: 'call-failed',
        tool,
        signal,
      },
      (options) => this.#client.callTool({ name: tool, arguments: { ...args } }, options),
    );
    return callResult(result);
  }

  /** Stops the conversation; calls in flight fail. The process is its owner's to end. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#client.close();
    await this.#transport.close();
  }

  async #bounded<T>(
    request: BoundedRequest,
    send: (options: { signal: AbortSignal; timeout: number }) => Promise<T>,
  ): Promise<T> {
    if (request.signal.aborted) throw this.#cancelled(request);
    if (this.#transport.closed) throw this.#closed(request);
    const abort = new AbortController();
    let timedOut = false;
    const giveUp = () => abort.abort(ABORT_REASON);
    const timer = setTimeout(() => {
      timedOut = true;
      giveUp();
    }, request.timeoutMs);
    const unfollow = onAbort(request.signal, giveUp);
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort(abort.signal, () => reject(new Error(ABORT_REASON)));
    });
    try {
      const timeout = request.timeoutMs + LIBRARY_TIMEOUT_MARGIN_MS;
      return await Promise.race([send({ signal: abort.signal, timeout }), aborted]);
    } catch (error) {
      // Abort, time-out and exit all arrive as look-alike errors of the library: what happened here decides.
      if (request.signal.aborted) throw this.#cancelled(request);
      if (timedOut) throw this.#timedOut(request);
      throw this.#failed(request, error);
    } finally {
      clearTimeout(timer);
      unfollow();
    }
  }

  #cancelled({ what, tool }: BoundedRequest): McpError {
    return this.#error('cancelled', `${what} was cancelled.`, { tool });
  }

  #timedOut({ what, timeoutCode, timeoutMs, tool }: BoundedRequest): McpError {
    return this.#error(timeoutCode, `${what} was not answered within ${timeoutMs} ms.`, { timeoutMs, tool });
  }

  #failed(request: BoundedRequest, error: unknown): McpError {
    if (error instanceof McpError) return this.#lost(request, error);
    if (this.#closing || this.#transport.failure !== null || isConnectionClosed(error)) {
      return this.#closed(request);
    }
    return this.#error(request.failureCode, `${request.what} failed: ${messageOf(error)}`, {
      tool: request.tool,
      cause: error,
    });
  }

  #closed(request: BoundedRequest): McpError {
    const { what, tool } = request;
    const { failure } = this.#transport;
    if (failure !== null) return this.#lost(request, failure);
    return this.#error('connection-closed', `${what} was not done: the binding is closed.`, { tool });
  }

  /** The same failure as one of this request. */
  #lost({ what, tool }: BoundedRequest, failure: McpError): McpError {
    const { code, reason, exitCode, signal, stderr, cause } = failure;
    return this.#error(code, `${what} was not done: ${reason}`, { tool, exitCode, signal, stderr, cause });
  }

  #error(code: McpErrorCode, reason: string, details: Omit<McpErrorDetails, 'server'>): McpError {
    return new McpError(code, reason, { server: this.serverName, ...details });
  }
}

function isConnectionClosed(error: unknown): boolean {
  return (
    error instanceof SdkError &&
    (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected)
  );
}
