import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { CLOSE_TIMEOUT_MS } from './limits.js';
import { scratchFile } from './scratch-folder.js';
import { Terminal } from './terminal.js';

/** Servers of packages show what they inherit: nothing of the machine that happens to run the scenarios. */
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  ELECTRON_RUN_AS_NODE: '1',
};

/** The console's server for a browser, run by Electron's own Node as the user who runs the console. */
export class LoopbackConsole {
  readonly terminal: Terminal;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, terminal: Terminal) {
    this.#child = child;
    this.terminal = terminal;
  }

  static async launch(environment: ScenarioEnvironment, data: string, port = 0): Promise<LoopbackConsole> {
    const terminal = new Terminal(await scratchFile(environment, 'terminal'));
    const output = openSync(terminal.file, 'a');
    const server = join(environment.app, 'out/main/server.cjs');
    const demo = join(environment.app, 'demo');
    const args = [server, '--data', data, '--demo', demo, '--port', String(port)];
    const child = spawn(environment.node, args, {
      env: ENVIRONMENT,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    return new LoopbackConsole(child, terminal);
  }

  /** The address with its token, once the server listens. */
  async address(): Promise<string> {
    const [, url] = await this.terminal.waitFor(/^Console ready at (http:\/\/127\.0\.0\.1:\d+\/\S*)$/m);
    if (url === undefined) throw new Error('The server printed no address');
    return url;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('The server has no process');
    return this.#child.pid;
  }

  /** Ends the server as Ctrl-C would. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    if (this.#child.signalCode === 'SIGKILL') {
      throw new Error(`The server did not end within ${CLOSE_TIMEOUT_MS} ms\n${await this.terminal.text()}`);
    }
    return this.#child.exitCode;
  }
}
