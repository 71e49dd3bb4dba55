import { createHashHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ConsoleClient } from '../connection/console-client.js';
import type { OpenChannel } from '../connection/open-channel.js';
import { followTheme } from '../theme/theme.js';
import { App } from './app.js';

/** Puts the console into the document and connects it. */
export function mountConsole(root: HTMLElement, open: OpenChannel): void {
  const client = new ConsoleClient({ open, now: Date.now, isHidden: () => document.hidden });
  document.addEventListener('visibilitychange', () => client.wake());
  followTheme();
  createRoot(root).render(<App client={client} history={createHashHistory()} />);
  client.connect();
}
