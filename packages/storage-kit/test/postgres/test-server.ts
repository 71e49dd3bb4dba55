import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How to reach a server. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const answerMs = 60_000;

/** A real PostgreSQL in a process of its own, which ends with this one however this one ends. */
export class TestServer implements AsyncDisposable {
  readonly address: ServerAddress;
  readonly #ask: (command?: string) => Promise<Record<string, unknown>>;
  readonly #end: () => Promise<void>;

  private constructor(
    address: ServerAddress,
    ask: (command?: string) => Promise<Record<string, unknown>>,
    end: () => Promise<void>,
  ) {
    this.address = address;
    this.#ask = ask;
    this.#end = end;
  }

  static async start(): Promise<TestServer> {
    const program = fileURLToPath(new URL('server-process.mjs', import.meta.url));
    // Detached, so that an interrupt of the tests reaches it by the end of its input alone.
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (command?: string): Promise<Record<string, unknown>> => {
      if (command !== undefined) child.stdin.write(`${command}\n`);
      const timer = setTimeout(() => child.stdin.end(), answerMs);
      const { value, done } = await lines.next().finally(() => clearTimeout(timer));
      if (done === true) throw new Error('The PostgreSQL of the tests has ended');
      const answer: Record<string, unknown> = JSON.parse(value);
      if ('error' in answer)
        throw new Error(`The PostgreSQL of the tests failed: ${String(answer['error'])}`);
      return answer;
    };
    const { port, password } = await ask();
    const address = {
      host: '127.0.0.1',
      port: Number(port),
      user: 'postgres',
      password: String(password),
      database: 'postgres',
    };
    return new TestServer(address, ask, async () => {
      child.stdin.end();
      await exited;
    });
  }

  /** Kills each of its processes, as a loss of power would. */
  async kill(): Promise<void> {
    await this.#ask('kill');
  }

  /** Starts it again on the same port, after `kill` or `stop`. */
  async restart(): Promise<void> {
    await this.#ask('start');
  }

  async stop(): Promise<void> {
    await this.#ask('stop');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end();
  }
}
