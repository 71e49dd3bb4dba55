import { app, type BrowserWindow } from 'electron';
import { RESTART_WINDOW_MS, RESTARTS_MAX } from './limits.js';
import { RestartBudget } from './restart-budget.js';
import { printFailure } from './terminal.js';

/** A page that died is loaded again: it rebuilds itself from the host. One that keeps dying ends the application. */
export function reviveCrashedPage(window: BrowserWindow, giveUp: () => void): void {
  const restarts = new RestartBudget(RESTARTS_MAX, RESTART_WINDOW_MS);
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    const again = restarts.take(Date.now());
    printFailure({
      code: 'page-died',
      message: `The window's page ended unexpectedly (${details.reason}, code ${details.exitCode}).`,
      action: again ? null : 'It died several times within a minute. Start Changeover again.',
      causes: [],
      details: { reason: details.reason, exitCode: details.exitCode },
    });
    if (again) window.webContents.reload();
    else giveUp();
  });
}

/** Chromium's own helpers come back by themselves; that one died is worth a line. */
export function reportDeadHelpers(): void {
  app.on('child-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || details.type === 'Utility') return;
    printFailure({
      code: 'helper-died',
      message: `Chromium's ${details.type} process ended (${details.reason}, code ${details.exitCode}).`,
      action: null,
      causes: [],
      details: { type: details.type, reason: details.reason, exitCode: details.exitCode },
    });
  });
}
