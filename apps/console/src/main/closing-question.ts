import { app, type BrowserWindow, dialog } from 'electron';

const QUIT = 0;
const KEEP_OPEN = 1;

/**
 * Asks before the window is closed by a person while runs are live, since they end with it. Whoever quits the
 * application otherwise, as the system and a signal do, is not asked.
 */
export function askBeforeClosing(window: BrowserWindow, liveRuns: () => number): void {
  const decided = new AbortController();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    const { response } = await dialog.showMessageBox(window, {
      ...questionAbout(liveRuns()),
      signal: decided.signal,
    });
    isAsking = false;
    if (response !== QUIT || window.isDestroyed()) return;
    decided.abort();
    window.close();
  };
  app.on('before-quit', () => decided.abort());
  window.on('close', (event) => {
    if (decided.signal.aborted || liveRuns() === 0) return;
    event.preventDefault();
    if (!isAsking) void ask();
  });
}

function questionAbout(live: number): Electron.MessageBoxOptions {
  const [runs, them] = live === 1 ? ['1 run is live', 'it'] : [`${live} runs are live`, 'them'];
  return {
    type: 'warning',
    message: `${runs}; quitting ends ${them}.`,
    detail: 'Sessions, generations and packages are kept, and are there again at the next start.',
    buttons: ['Quit', 'Keep open'],
    defaultId: KEEP_OPEN,
    cancelId: KEEP_OPEN,
    noLink: true,
  };
}
