import { McpBinding } from '../kinds/mcp-binding.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { McpLimits } from './limits.js';
import { type McpClientInfo, McpConnection } from './mcp-connection.js';
import { McpError } from './mcp-error.js';
import type { McpObserver } from './mcp-observer.js';
import { ServerProcess } from './server-process.js';
import type { ServerCommand } from './spawn-server.js';

/** What a server is started with. */
export interface ServerStart {
  readonly command: ServerCommand;
  readonly clientInfo: McpClientInfo;
  readonly limits: McpLimits;
  readonly observer: McpObserver | undefined;
}

/** A server that is initialised, with its tools bound, and the one way to end it. */
export class StartedServer {
  readonly binding: McpBinding;
  readonly #connection: McpConnection;
  readonly #process: ServerProcess;

  private constructor(binding: McpBinding, connection: McpConnection, started: ServerProcess) {
    this.binding = binding;
    this.#connection = connection;
    this.#process = started;
  }

  /**
   * Starts, initialises and binds. When that fails or is cancelled, the process group has ended before this rejects.
   *
   * @throws {McpError} or `McpBindingError`; an `AggregateError` of the failure and of `group-not-ended` when what was
   * started could not be ended either.
   */
  static async start(
    start: ServerStart,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<StartedServer> {
    if (signal.aborted) throw startCancelled(start.command.server);
    const { command, limits, observer } = start;
    const started = await ServerProcess.start(command, limits, observer, { signal });
    const connection = new McpConnection(started, start.clientInfo, start.limits, start.observer);
    try {
      await connection.initialize({ signal });
      const tools = await connection.listTools({ signal });
      return new StartedServer(new McpBinding(started.server, connection, tools), connection, started);
    } catch (failure) {
      await connection.close();
      await endAfter(failure, started);
      throw failure;
    }
  }

  /**
   * Ends the conversation and then the process group. Closing again waits for the same end; aborting `signal` leaves
   * out the graces before SIGKILL.
   *
   * @throws {McpError} `group-not-ended`
   */
  async close({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    await this.#connection.close();
    await this.#process.end('close', { signal });
  }
}

function startCancelled(server: string): McpError {
  return new McpError('cancelled', 'it was not started: the preparation was cancelled.', { server });
}

/** Nothing of a failed start is worth a polite close, so it begins with SIGTERM. */
async function endAfter(failure: unknown, started: ServerProcess): Promise<void> {
  try {
    await started.end('terminate');
  } catch (unended) {
    throw new AggregateError([failure, unended], `${messageOf(failure)} What it started could not be ended.`);
  }
}
