import { CSPProvider } from '@base-ui/react/csp-provider';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleClient } from '../connection/console-client.js';
import { ConsoleProvider } from '../connection/console-context.js';
import { createConsoleRouter } from './router.js';

export interface AppProps {
  readonly client: ConsoleClient;
  readonly history: RouterHistory;
}

export function App({ client, history }: AppProps) {
  const [router] = useState(() => createConsoleRouter(history));
  return (
    // The content policy has no place for style elements that components write themselves.
    <CSPProvider disableStyleElements>
      <ConsoleProvider client={client}>
        <RouterProvider router={router} />
      </ConsoleProvider>
    </CSPProvider>
  );
}
