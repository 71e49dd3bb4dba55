import { execFile } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { onAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { ByteTail } from './byte-tail.js';
import { GROUP_POLL_INTERVAL_MS, type McpLimits, PROCESS_TABLE_TIMEOUT_MS } from './limits.js';
import { McpError } from './mcp-error.js';
import { type McpObserver, notify, recordStart } from './mcp-observer.js';
import { livingGroupMembers, processStartTime } from './process-table.js';
import { type ServerCommand, type SpawnedServer, spawnServer } from './spawn-server.js';

const WINDOWS = process.platform === 'win32';

/** How a process ended. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Where the ending of a process begins: with the end of its stdin, or with SIGTERM at once. */
export type EndStep = 'close' | 'terminate';

/**
 * A server in a process group of its own, so that whatever it starts ends with it. A process that makes itself a
 * new group has left and is not followed. Windows has no process groups; there the tree is ended by `taskkill`.
 */
export class ServerProcess {
  readonly server: string;
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Settles when the server's own process has exited; never rejects. */
  readonly exited: Promise<ExitStatus>;
  readonly #stderr: Readable;
  readonly #limits: McpLimits;
  readonly #observer: McpObserver | undefined;
  readonly #stderrTail: ByteTail;
  readonly #hurry = new AbortController();
  #startTime: string | null = null;
  #exit: ExitStatus | null = null;
  #groupEnded = false;
  #ending: Promise<void> | null = null;

  private constructor(
    { server }: ServerCommand,
    { child, pid, stdin, stdout, stderr }: SpawnedServer,
    limits: McpLimits,
    observer: McpObserver | undefined,
  ) {
    this.server = server;
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.#stderr = stderr;
    this.#limits = limits;
    this.#observer = observer;
    this.#stderrTail = new ByteTail(limits.maxStderrBytes);
    this.exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#exit = { exitCode, signal };
        notify(observer, 'serverExited', { server, pid, exitCode, signal });
        resolve(this.#exit);
      });
    });
    child.on('error', (error) => this.#problem(error.message));
    stderr.on('data', (chunk: Buffer) => this.#onStderr(chunk));
    stderr.on('error', (error) => this.#problem(`stderr: ${error.message}`));
    // A server that exits while something is written to it: the exit is what gets reported.
    stdin.on('error', () => undefined);
  }

  /**
   * Starts the command without a shell, and lets the observer record it.
   *
   * @throws {McpError} `did-not-start`
   */
  static async start(
    command: ServerCommand,
    limits: McpLimits,
    observer: McpObserver | undefined,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ServerProcess> {
    const started = new ServerProcess(command, await spawnServer(command), limits, observer);
    await started.#record(command.display, signal);
    return started;
  }

  /** How the server exited, `null` while it runs. */
  get exit(): ExitStatus | null {
    return this.#exit;
  }

  /** The last lines that the server wrote to stderr. */
  get stderrTail(): string {
    return this.#stderrTail.text;
  }

  /**
   * Ends the server and its group: end of stdin, SIGTERM, SIGKILL, each with its bound. Resolves when no process of
   * the group is alive. Calling it again waits for the same end; aborting `signal` goes to SIGKILL at once.
   *
   * @throws {McpError} `group-not-ended`
   */
  async end(first: EndStep, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const { signal } = options;
    const unfollow = signal === undefined ? () => undefined : onAbort(signal, () => this.#hurry.abort());
    try {
      this.#ending ??= this.#end(first);
      await this.#ending;
    } finally {
      unfollow();
    }
  }

  async #end(first: EndStep): Promise<void> {
    try {
      if (this.#groupEnded) return;
      if (first === 'close') {
        this.stdin.end();
        if (await this.#groupEndsWithin(this.#limits.closeGraceMs, this.#hurry.signal)) return;
      }
      if (!this.#hurry.signal.aborted) {
        await this.#signalGroup('SIGTERM');
        if (await this.#groupEndsWithin(this.#limits.terminateGraceMs, this.#hurry.signal)) return;
      }
      await this.#signalGroup('SIGKILL');
      if (await this.#groupEndsWithin(this.#limits.killGraceMs)) return;
      throw await this.#notEnded();
    } finally {
      // Pipes that a process outside the group inherited would keep this process alive.
      this.stdin.destroy();
      this.stdout.destroy();
      this.#stderr.destroy();
    }
  }

  async #groupEndsWithin(boundMs: number, hurry?: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + boundMs;
    for (;;) {
      if (await this.#hasGroupEnded()) return true;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || hurry?.aborted === true) return false;
      // The exit is told by an event; only what it leaves behind has to be looked for.
      await this.#pause(this.#exit === null ? leftMs : Math.min(GROUP_POLL_INTERVAL_MS, leftMs), hurry);
    }
  }

  async #hasGroupEnded(): Promise<boolean> {
    if (this.#groupEnded) return true;
    if (this.#exit === null) return false;
    if (!WINDOWS && (await livingGroupMembers(this.pid)).length > 0) return false;
    if (!this.#groupEnded) {
      this.#groupEnded = true;
      const { server, pid } = this;
      notify(this.#observer, 'processEnded', { server, pid, startTime: this.#startTime });
    }
    return true;
  }

  /** Waits, but no longer than until a server that runs exits or the end is hurried. */
  #pause(ms: number, hurry: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        hurry?.removeEventListener('abort', goOn);
        resolve();
      };
      const timer = setTimeout(goOn, ms);
      hurry?.addEventListener('abort', goOn, { once: true });
      if (this.#exit === null) void this.exited.then(goOn);
    });
  }

  async #signalGroup(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (WINDOWS) return taskkill(this.pid);
    try {
      process.kill(-this.pid, signal);
    } catch {
      // The group is gone, or holds what may not be signalled: the next look at the process table tells which.
    }
  }

  async #notEnded(): Promise<McpError> {
    const survivors = WINDOWS ? [this.pid] : await livingGroupMembers(this.pid);
    return new McpError(
      'group-not-ended',
      `processes ${survivors.join(', ')} are still alive ${this.#limits.killGraceMs} ms after SIGKILL; end them by hand.`,
      { server: this.server, survivors },
    );
  }

  async #record(command: string, signal: AbortSignal): Promise<void> {
    const { server, pid } = this;
    this.#startTime = await processStartTime(pid);
    await recordStart(this.#observer, { server, pid, startTime: this.#startTime, command }, signal);
    // A server that crashes alone leaves no record behind; one that leaves children keeps it until they are ended.
    void this.exited
      .then(() => this.#hasGroupEnded())
      .catch((error: unknown) => this.#problem(messageOf(error)));
  }

  #onStderr(chunk: Buffer): void {
    this.#stderrTail.push(chunk);
    const text = chunk.subarray(Math.max(0, chunk.length - this.#limits.maxStderrBytes)).toString('utf8');
    notify(this.#observer, 'stderr', { server: this.server, text });
  }

  #problem(message: string): void {
    notify(this.#observer, 'connectionProblem', { server: this.server, message });
  }
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    // A tree that is already gone makes taskkill fail; whether the server ended is seen by its exit.
    execFile('taskkill', ['/PID', String(pid), '/T', '/F'], { timeout: PROCESS_TABLE_TIMEOUT_MS }, () =>
      resolve(),
    );
  });
}
