import { once } from 'node:events';
import { type MessagePortMain, type UtilityProcess, utilityProcess } from 'electron';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostToMain, MainToHost } from '../protocol/host-process.js';
import { HOST_STOP_TIMEOUT_MS, RESTART_WINDOW_MS, RESTARTS_MAX } from './limits.js';
import { RestartBudget } from './restart-budget.js';

export interface HostProcessOptions {
  /** The host's entry file. */
  readonly entry: string;
  /** The folder of the store. */
  readonly data: string;
  /** The folder of the demonstration project. */
  readonly demo: string;
  /** A host listens over an open store. */
  readonly onReady: () => void;
  /** A host could not open its store, died, or was given up. */
  readonly onFailure: (error: ErrorReport) => void;
  /** The host is gone, and with it every port that led to it. */
  readonly onGone: () => void;
}

type HostState =
  | {
      readonly name: 'starting';
      readonly child: UtilityProcess;
      readonly waiting: readonly MessagePortMain[];
    }
  | { readonly name: 'serving'; readonly child: UtilityProcess }
  /** It could not open its store, and tells its pages why. */
  | { readonly name: 'refusing'; readonly child: UtilityProcess }
  | { readonly name: 'given-up'; readonly error: ErrorReport }
  | { readonly name: 'stopped' };

/**
 * Keeps one host process running: a host that dies is reported and started again, a few times a minute at most. One
 * that could not open its store makes way for another when a page asks once more. Ports that pages ask for are handed
 * to the host as soon as it listens.
 */
export class HostProcess {
  readonly #options: HostProcessOptions;
  readonly #restarts = new RestartBudget(RESTARTS_MAX, RESTART_WINDOW_MS);
  #state: HostState;
  #liveRuns = 0;

  constructor(options: HostProcessOptions) {
    this.#options = options;
    this.#state = this.#start([]);
  }

  /** Runs that end with the host. */
  get liveRuns(): number {
    return this.#liveRuns;
  }

  /** Connects a page to the host; a host that was given up is answered for. */
  connect(port: MessagePortMain): void {
    switch (this.#state.name) {
      case 'starting':
        this.#state = { ...this.#state, waiting: [...this.#state.waiting, port] };
        break;
      case 'serving':
        handOver(this.#state.child, port);
        break;
      case 'refusing':
        // What kept it from opening its store may be gone. It holds nothing, so nobody waits for its end.
        this.#state.child.postMessage({ type: 'stop' } satisfies MainToHost);
        this.#state = this.#start([port]);
        break;
      case 'given-up':
        port.start();
        port.postMessage({ type: 'unavailable', error: this.#state.error });
        break;
      case 'stopped':
        port.close();
        break;
    }
  }

  /** Lets the host finish what it must; one that does not end in time is ended. Safe to call twice. */
  async [Symbol.asyncDispose](): Promise<void> {
    const state = this.#state;
    this.#state = { name: 'stopped' };
    if (state.name === 'given-up' || state.name === 'stopped') return;
    const exited = once(state.child, 'exit');
    state.child.postMessage({ type: 'stop' } satisfies MainToHost);
    const timer = setTimeout(() => state.child.kill(), HOST_STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }

  #start(waiting: readonly MessagePortMain[]): HostState {
    const { entry, data, demo } = this.#options;
    const child = utilityProcess.fork(entry, ['--data', data, '--demo', demo], {
      serviceName: 'Changeover host',
      stdio: 'inherit',
    });
    child.on('message', (message: HostToMain) => this.#onMessage(message));
    child.on('exit', (code) => this.#onExit(child, code));
    return { name: 'starting', child, waiting };
  }

  #onMessage(message: HostToMain): void {
    if (message.type === 'live-runs') {
      this.#liveRuns = message.live;
      return;
    }
    if (message.type === 'failed') this.#options.onFailure(message.error);
    if (this.#state.name !== 'starting') return;
    const { child, waiting } = this.#state;
    this.#state = { name: message.type === 'failed' ? 'refusing' : 'serving', child };
    if (message.type === 'ready') this.#options.onReady();
    for (const port of waiting) handOver(child, port);
  }

  #onExit(child: UtilityProcess, code: number): void {
    // One that made way for another ends as it should.
    if (!('child' in this.#state) || this.#state.child !== child) return;
    this.#liveRuns = 0;
    const again = this.#restarts.take(Date.now());
    const error = hostDied(code, again);
    const waiting = this.#state.name === 'starting' ? this.#state.waiting : [];
    this.#state = again ? this.#start(waiting) : { name: 'given-up', error };
    this.#options.onFailure(error);
    this.#options.onGone();
    if (!again) for (const port of waiting) this.connect(port);
  }
}

function handOver(child: UtilityProcess, port: MessagePortMain): void {
  child.postMessage({ type: 'connect' } satisfies MainToHost, [port]);
}

function hostDied(code: number, again: boolean): ErrorReport {
  return {
    code: again ? 'host-died' : 'host-given-up',
    message: `The host process ended unexpectedly with code ${code}${again ? '; it is started again.' : '.'}`,
    action: again
      ? null
      : 'It died several times within a minute and is not started again. Quit, look at what it printed, then start anew.',
    causes: [],
    details: { exitCode: code },
  };
}
