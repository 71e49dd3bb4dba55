import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { PAGE_ORIGIN } from './page-origin.js';
import { printFailure } from './terminal.js';
import { firstSize, readWindowState, smallestSize, visibleBounds, writeWindowState } from './window-state.js';

/** The colour of an empty page in either theme, so that no other one flashes before the first paint. */
const paper = { light: '#fbfaf8', dark: '#0d1014' } as const;

/** Opens the console's window where it was last time, and shows it with its first picture. */
export function openConsoleWindow(preload: string): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json');
  const remembered = readWindowState(stateFile);
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = remembered && visibleBounds(remembered.bounds, displays);
  const window = new BrowserWindow({
    ...firstSize(screen.getPrimaryDisplay().workArea),
    ...bounds,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: 'Changeover',
    backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  window.loadURL(`${PAGE_ORIGIN}/`).catch(reportUnloaded);
  window.once('ready-to-show', () => {
    if (remembered?.maximized === true) window.maximize();
    window.show();
  });
  window.on('close', () => {
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return window;
}

function reportUnloaded(error: unknown): void {
  // The load was broken off by another one, as a reload is.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED') return;
  printFailure({
    code: 'page-not-loaded',
    message: `The window's page was not loaded: ${error instanceof Error ? error.message : String(error)}.`,
    action: 'Reload it; if that does not help, install Changeover again.',
    causes: [],
    details: {},
  });
}
