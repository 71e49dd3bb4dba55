import { contextBridge, ipcRenderer } from 'electron';
import type { PageBridge, PagePort } from '../protocol/page-bridge.js';
import { ExposedPort } from './exposed-port.js';
import { ipcChannels } from './ipc-channels.js';

let current: ExposedPort | undefined;

function reportPaint(): void {
  // The first frame after the message shows it; the second proves that the first was drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send(ipcChannels.painted)));
}

function connect(): Promise<PagePort> {
  return new Promise((resolve, reject) => {
    ipcRenderer.once(ipcChannels.port, (event) => {
      const [port] = event.ports;
      if (port === undefined) {
        reject(new Error('The main process sent no port. Reload the window.'));
        return;
      }
      current?.close();
      current = new ExposedPort(port, reportPaint);
      resolve(current.expose());
    });
    ipcRenderer.send(ipcChannels.connect);
  });
}

ipcRenderer.on(ipcChannels.hostGone, () => current?.close());

const bridge: PageBridge = { connect };
contextBridge.exposeInMainWorld('changeover', bridge);
