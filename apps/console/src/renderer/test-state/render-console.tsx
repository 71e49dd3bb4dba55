import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ConsoleState } from '../../protocol/console-state.js';
import { App } from '../app/app.js';
import { forgetCleanups } from '../cleanups/unseen-cleanups.js';
import { ConsoleClient } from '../connection/console-client.js';
import { RENDER_INTERVAL_MS } from '../connection/limits.js';
import { closeDialog } from '../navigation/dialogs.js';
import { FakeHost } from './fake-host.js';

// Nothing is laid out in the document of a test, but a table that shows only what is in view needs a height.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 });

export interface RenderedConsole {
  readonly host: FakeHost;
  readonly history: RouterHistory;
  /** The host says something, and the page shows it. */
  readonly tell: (say: (host: FakeHost) => void) => Promise<void>;
}

/** Shows the whole console in the document of a test, connected to a host that says what the test wants. */
export async function renderConsole(
  state: ConsoleState,
  path: string,
  prepare: (host: FakeHost) => void = () => undefined,
): Promise<RenderedConsole> {
  closeDialog();
  const host = new FakeHost(state);
  prepare(host);
  const client = new ConsoleClient({ open: host.open, now: Date.now, isHidden: () => false });
  const history = createMemoryHistory({ initialEntries: [path] });
  client.connect();
  render(<App client={client} history={history} />);
  await screen.findByRole('heading', { level: 1 });
  const tell = async (say: (host: FakeHost) => void): Promise<void> => {
    await act(async () => {
      say(host);
      // An event may have to wait for its turn to be rendered.
      await new Promise((resolve) => setTimeout(resolve, RENDER_INTERVAL_MS));
    });
  };
  return { host, history, tell };
}

export function clearConsole(): void {
  cleanup();
  forgetCleanups();
  closeDialog();
}
