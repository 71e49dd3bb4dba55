import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** The menu holds what the system expects; the page has its own commands in the palette. */
export function setApplicationMenu(): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      // Closing the last window quits, after a question where that ends something.
      { label: 'File', submenu: [{ role: 'close', label: 'Quit', accelerator: 'CmdOrCtrl+Q' }] },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
