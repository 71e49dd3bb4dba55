import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { ErrorReport } from '../protocol/error-report.js';
import { setApplicationMenu } from './application-menu.js';
import { askBeforeClosing } from './closing-question.js';
import { openConsoleWindow } from './console-window.js';
import { exitCodes } from './exit-codes.js';
import { HostProcess } from './host-process.js';
import { announceHostGone, connectPages, firstPaint } from './page-connections.js';
import { reportDeadHelpers, reviveCrashedPage } from './page-crashes.js';
import { servePage } from './page-protocol.js';
import { printFailure, printReady } from './terminal.js';
import { restrictSession } from './web-restrictions.js';

/** The desktop application from the moment that Electron is ready until it quits. */
export class Application {
  readonly #host: HostProcess;
  readonly #window: BrowserWindow;
  #exitCode: number = exitCodes.done;
  #isQuitting = false;
  #saidReady = false;

  constructor() {
    const built = join(app.getAppPath(), 'out');
    restrictSession(session.defaultSession);
    servePage(join(built, 'renderer'));
    setApplicationMenu();
    reportDeadHelpers();
    this.#host = new HostProcess({
      entry: join(built, 'main', 'host.cjs'),
      data: app.getPath('userData'),
      demo: join(app.getAppPath(), 'demo'),
      onReady: () => this.#ready(),
      onFailure: (error) => this.#fail(error),
      onGone: () => announceHostGone(this.#window),
    });
    connectPages(this.#host);
    this.#window = openConsoleWindow(join(built, 'preload', 'index.cjs'));
    askBeforeClosing(this.#window, () => this.#host.liveRuns);
    reviveCrashedPage(this.#window, () => {
      this.#exitCode = exitCodes.mainFailed;
      app.quit();
    });
    app.on('second-instance', () => this.focus());
    app.on('window-all-closed', () => app.quit());
    app.on('will-quit', (event) => this.#quit(event));
  }

  /** Brings the window to front. */
  focus(): void {
    if (this.#window.isDestroyed()) return;
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  #ready(): void {
    this.#exitCode = exitCodes.done;
    if (this.#saidReady) return;
    this.#saidReady = true;
    void firstPaint().then(printReady);
  }

  #fail(error: ErrorReport): void {
    printFailure(error);
    if (error.code !== 'host-died') this.#exitCode = exitCodes.hostFailed;
  }

  #quit(event: { preventDefault(): void }): void {
    event.preventDefault();
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    // `exit` asks nobody again: the host is gone by then, and nothing else is left to release.
    void this.#host[Symbol.asyncDispose]().finally(() => app.exit(this.#exitCode));
  }
}
