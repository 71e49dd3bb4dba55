import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { McpLimits } from './limits.js';
import { LineSplitter } from './line-splitter.js';
import { McpError } from './mcp-error.js';
import { type McpObserver, notify } from './mcp-observer.js';
import type { ExitStatus, ServerProcess } from './server-process.js';

/**
 * Newline-delimited JSON-RPC over a server's stdin and stdout.
 *
 * It carries messages and tells why it stopped ({@link failure}); ending the process is its owner's business. What
 * is no message is counted and reported instead of dropped, because a server that prints a banner there would
 * otherwise look like one that never answers.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #process: ServerProcess;
  readonly #limits: McpLimits;
  readonly #observer: McpObserver | undefined;
  readonly #lines: LineSplitter;
  #rubbishLines = 0;
  #unsent = 0;
  #established = false;
  #closed = false;
  #failure: McpError | null = null;

  constructor(process: ServerProcess, limits: McpLimits, observer: McpObserver | undefined) {
    this.#process = process;
    this.#limits = limits;
    this.#observer = observer;
    this.#lines = new LineSplitter(limits.maxMessageBytes);
  }

  /** Why the transport stopped; `null` while it works or when it was closed on purpose. */
  get failure(): McpError | null {
    return this.#failure;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** From here on the server is known to speak the protocol, and rubbish no longer ends the connection. */
  markEstablished(): void {
    this.#established = true;
  }

  async start(): Promise<void> {
    const { stdout } = this.#process;
    stdout.on('data', (chunk: Buffer) => this.#onData(chunk));
    stdout.on('error', (error) => this.onerror?.(error));
    const stdoutClosed = new Promise<void>((resolve) => stdout.once('close', resolve));
    const { exited } = this.#process;
    void exited.then((exit) => this.#onExit(exit, stdoutClosed));
    void stdoutClosed.then(() => this.#onStdoutClosed(exited));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(message)}\n`, 'utf8');
    if (line.length > this.#limits.maxMessageBytes) {
      throw this.#error(
        'message-too-large',
        `a message of ${line.length} bytes was not sent; at most ${this.#limits.maxMessageBytes} are.`,
      );
    }
    const { maxUnsentMessages } = this.#limits;
    if (this.#unsent >= maxUnsentMessages) {
      // A server that asks and never reads the answers would fill this process's memory with them.
      this.#fail(
        this.#error(
          'connection-closed',
          `the server does not read its stdin: ${maxUnsentMessages} messages wait for it.`,
        ),
      );
    }
    if (this.#failure !== null) throw this.#failure;
    const { stdin } = this.#process;
    this.#unsent += 1;
    const error = await new Promise<Error | null>((resolve) => {
      stdin.write(line, (failure) => resolve(failure ?? null));
    });
    this.#unsent -= 1;
    if (error !== null) throw await this.#notSent(error);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#process.stdout.removeAllListeners('data');
    this.#process.stdout.resume(); // a server must not block on a full pipe while it is being ended
    this.onclose?.();
  }

  #onData(chunk: Buffer): void {
    try {
      for (const line of this.#lines.push(chunk)) {
        if (this.#closed) return;
        if (line.trim() !== '') this.#onLine(line);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#fail(
        this.#error(
          'message-too-large',
          `a line on stdout is longer than ${this.#limits.maxMessageBytes} bytes.`,
        ),
      );
    }
  }

  #onLine(line: string): void {
    const message = parseMessage(line);
    if (message === null) this.#onRubbish(line);
    else this.onmessage?.(message);
  }

  #onRubbish(line: string): void {
    this.#rubbishLines += 1;
    const count = this.#rubbishLines;
    const excerpt = line.slice(0, this.#limits.rubbishExcerptChars);
    if (count <= this.#limits.maxReportedRubbishLines) {
      notify(this.#observer, 'rubbishOnStdout', { server: this.#process.server, count, excerpt });
    }
    if (this.#established || count <= this.#limits.maxRubbishLines) return;
    this.#fail(
      this.#error(
        'rubbish-on-stdout',
        `${count} lines on stdout are no JSON-RPC messages, the last one ${JSON.stringify(excerpt)}; ` +
          'check that the command is an MCP server and logs to stderr.',
      ),
    );
  }

  /** Gives the last answers a moment to arrive: a process can exit before its pipe is read to the end. */
  async #onExit(exit: ExitStatus, stdoutClosed: Promise<unknown>): Promise<void> {
    await this.#settledInTime(stdoutClosed);
    this.#fail(serverExited(this.#process, exit));
  }

  /** Gives an exit a moment to arrive: a process that dies closes its pipe first. */
  async #onStdoutClosed(exited: Promise<unknown>): Promise<void> {
    await this.#settledInTime(exited);
    if (this.#process.exit === null) {
      this.#fail(this.#error('connection-closed', 'the server closed its stdout.'));
    }
  }

  /** A pipe breaks before the exit of the process behind it is known, and the exit is what matters. */
  async #notSent(error: Error): Promise<McpError> {
    await this.#settledInTime(this.#process.exited);
    if (this.#failure !== null) return this.#failure;
    const { exit } = this.#process;
    if (exit !== null) return serverExited(this.#process, exit);
    return this.#error('connection-closed', 'the server closed its stdin.', error);
  }

  async #settledInTime(awaited: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const drained = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#limits.exitDrainMs);
    });
    await Promise.race([awaited, drained]);
    clearTimeout(timer);
  }

  #fail(failure: McpError): void {
    if (this.#closed) return;
    this.#failure = failure;
    this.#closed = true;
    this.#process.stdout.removeAllListeners('data');
    this.#process.stdout.resume();
    this.onclose?.();
  }

  #error(
    code: 'message-too-large' | 'connection-closed' | 'rubbish-on-stdout',
    message: string,
    cause?: Error,
  ) {
    return new McpError(code, message, {
      server: this.#process.server,
      stderr: this.#process.stderrTail,
      cause,
    });
  }
}

/** The error of a server that exited, with how it did and what it said last. */
function serverExited(process: ServerProcess, { exitCode, signal }: ExitStatus): McpError {
  const how = signal === null ? `with code ${exitCode}` : `by ${signal}`;
  const stderr = process.stderrTail;
  const said = stderr === '' ? 'It wrote nothing to stderr.' : `Its last stderr lines: ${lastLines(stderr)}`;
  return new McpError('server-exited', `the server exited ${how}. ${said}`, {
    server: process.server,
    exitCode,
    signal,
    stderr,
  });
}

const STDERR_LINES_IN_MESSAGE = 5;

function lastLines(text: string): string {
  return text.split('\n').slice(-STDERR_LINES_IN_MESSAGE).join('\n');
}

function parseMessage(line: string): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(JSON.parse(line));
  } catch {
    return null; // counted and reported by the caller
  }
}
