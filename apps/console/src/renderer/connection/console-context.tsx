import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Connection } from './connection-view.js';
import type { ConsoleClient } from './console-client.js';

const ConsoleContext = createContext<ConsoleClient | null>(null);

export function ConsoleProvider({ client, children }: { client: ConsoleClient; children: ReactNode }) {
  return <ConsoleContext value={client}>{children}</ConsoleContext>;
}

export function useClient(): ConsoleClient {
  const client = useContext(ConsoleContext);
  if (client === null) throw new Error('A component that needs the host is outside of ConsoleProvider');
  return client;
}

export function useConnection(): Connection {
  return useStore(useClient().store, (view) => view.connection);
}

export function useHasState(): boolean {
  return useStore(useClient().store, (view) => view.state !== null);
}

/**
 * A part of the host's state. Only below a screen, which is not shown before there is a state.
 *
 * @param selector gives a part that keeps its identity while it is unchanged.
 */
export function useConsole<T>(selector: (state: ConsoleState) => T): T {
  return useStore(useClient().store, (view) => {
    if (view.state === null) throw new Error('A screen is shown before the host has sent its state');
    return selector(view.state);
  });
}
