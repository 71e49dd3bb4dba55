import type { ChildProcess } from 'node:child_process';
import { _electron, type BrowserContextOptions, type ElectronApplication, type Page } from '@playwright/test';
import type { ScenarioEnvironment } from './environment.js';
import { CLOSE_TIMEOUT_MS, START_TIMEOUT_MS } from './limits.js';
import { PageFaults } from './page-faults.js';
import { descendants, gone, killHard, signalHard } from './process-status.js';
import { scratchFile } from './scratch-folder.js';
import { Terminal } from './terminal.js';

export interface DesktopOptions {
  /** The folder of the store, the window's place and all else that outlives a run. */
  readonly userData: string;
  /** Under which name the executable runs; Electron takes itself for unpackaged under `electron`. */
  readonly executable?: 'electron' | 'packaged';
  /** Whether the trace holds what the page showed beside what was done and when. */
  readonly tracePages?: boolean;
  /** Whether the person who looks has asked the system for less motion. */
  readonly reducedMotion?: BrowserContextOptions['reducedMotion'];
  /** Called while everything is still there, before the console is quit. */
  readonly beforeQuit?: (desktop: DesktopConsole) => Promise<void>;
}

/** The console as a desktop application, with the sandbox on, driven from outside. */
export class DesktopConsole {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly terminal: Terminal;
  readonly faults: PageFaults;
  readonly #child: ChildProcess;
  readonly #beforeQuit: (desktop: DesktopConsole) => Promise<void>;

  private constructor(
    app: ElectronApplication,
    page: Page,
    terminal: Terminal,
    faults: PageFaults,
    beforeQuit: (desktop: DesktopConsole) => Promise<void>,
  ) {
    this.app = app;
    // Playwright forgets the process when it ends; its exit code is wanted after that.
    this.#child = app.process();
    this.page = page;
    this.terminal = terminal;
    this.faults = faults;
    this.#beforeQuit = beforeQuit;
  }

  static async launch(environment: ScenarioEnvironment, options: DesktopOptions): Promise<DesktopConsole> {
    const terminal = new Terminal(await scratchFile(environment, 'terminal'));
    const app = await _electron.launch({
      executablePath: environment[options.executable ?? 'electron'],
      env: { ...definedVariables(), CHANGEOVER_TERMINAL: terminal.file },
      // A virtual display has no GPU: without the switch three processes look for one before the page is drawn without.
      args: [`--user-data-dir=${options.userData}`, '--disable-gpu'],
      chromiumSandbox: true,
      timeout: START_TIMEOUT_MS,
    });
    const faults = new PageFaults();
    app.on('window', (window) => faults.watch(window));
    // Playwright traces browsers by itself, but not this.
    const tracePages = options.tracePages ?? false;
    await app.context().tracing.start({ screenshots: tracePages, snapshots: tracePages });
    const page = await app.firstWindow();
    faults.watch(page);
    await page.emulateMedia({ reducedMotion: options.reducedMotion ?? null });
    return new DesktopConsole(app, page, terminal, faults, options.beforeQuit ?? (async () => undefined));
  }

  /** Waits until the console says that it can be used. */
  async ready(): Promise<this> {
    await this.terminal.waitFor(/^Console ready/m);
    return this;
  }

  get mainPid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The application has no process');
    return pid;
  }

  /** The process that draws the page. */
  rendererPid(): Promise<number> {
    return this.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    );
  }

  /** The process that holds the store and the sessions. */
  async hostPid(): Promise<number> {
    const metrics = await this.app.evaluate(({ app }) =>
      app.getAppMetrics().map(({ pid, name, serviceName }) => ({ pid, name, serviceName })),
    );
    const host = metrics.find(({ name, serviceName }) => [name, serviceName].includes('Changeover host'));
    if (host === undefined) throw new Error(`No host among ${JSON.stringify(metrics)}`);
    return host.pid;
  }

  async killHost(): Promise<void> {
    await killHard(await this.hostPid());
  }

  /** Kills the main process; what it started has to go by itself. */
  async killMain(): Promise<void> {
    const below = await descendants(this.mainPid);
    await killHard(this.mainPid);
    await Promise.all(below.map(({ pid }) => gone(pid)));
  }

  /** Kills the application with all that it started, at once, as a power cut would. */
  async killAll(): Promise<void> {
    const pids = [this.mainPid, ...(await descendants(this.mainPid)).map(({ pid }) => pid)];
    for (const pid of pids) signalHard(pid);
    await Promise.all(pids.map(gone));
  }

  /** Quits as a person would; an application that does not end in time is killed, and that is an error. */
  async quit(): Promise<number | null> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    if (!this.page.isClosed()) await this.#beforeQuit(this);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS);
    });
    void this.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    const outcome = await Promise.race([ended, late]);
    clearTimeout(timer);
    if (outcome === 'late') {
      child.kill('SIGKILL');
      throw new Error(
        `The application did not quit within ${CLOSE_TIMEOUT_MS} ms\n${await this.terminal.text()}`,
      );
    }
    return child.exitCode;
  }
}

/** This process's environment in the form that Playwright takes. */
function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
