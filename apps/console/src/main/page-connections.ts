import { type BrowserWindow, type IpcMainEvent, ipcMain, MessageChannelMain } from 'electron';
import { ipcChannels } from '../preload/ipc-channels.js';
import type { HostProcess } from './host-process.js';
import { PAGE_ORIGIN } from './page-origin.js';

/** Gives a page that asks for it one end of a fresh channel, and the host the other. */
export function connectPages(host: Pick<HostProcess, 'connect'>): void {
  ipcMain.on(ipcChannels.connect, (event) => {
    if (!isOwnPage(event)) return;
    const { port1, port2 } = new MessageChannelMain();
    host.connect(port1);
    event.senderFrame?.postMessage(ipcChannels.port, null, [port2]);
  });
}

/** Tells a window's page that its channel leads nowhere any more. */
export function announceHostGone(window: BrowserWindow | undefined): void {
  if (window !== undefined && !window.isDestroyed()) window.webContents.send(ipcChannels.hostGone);
}

/** Resolves once a page has drawn what a host said first, from now on. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (event: IpcMainEvent): void => {
      if (!isOwnPage(event)) return;
      ipcMain.off(ipcChannels.painted, listen);
      resolve();
    };
    ipcMain.on(ipcChannels.painted, listen);
  });
}

/** Only the top frame of the application's own page is listened to. */
function isOwnPage(event: IpcMainEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && frame.url.startsWith(`${PAGE_ORIGIN}/`);
}
