import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ConsoleState } from '../../protocol/console-state.js';
import { ClockContext } from '../shared/clock/clock.js';
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
  const held = useContext(HeldStateContext);
  return useStore(useClient().store, (view) => {
    const state = held ?? view.state;
    if (state === null) throw new Error('A screen is shown before the host has sent its state');
    return selector(state);
  });
}

/** A state that what is below shows instead of the host's, so that it can be looked at in peace; null for the host's. */
export const HeldStateContext = createContext<ConsoleState | null>(null);

export interface Held {
  readonly state: ConsoleState;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Sequence number of the last event in it. */
  readonly sequence: number;
}

/** The state as it was when the holding began; null while nothing is held. */
export function useHeldState(isHolding: boolean): Held | null {
  const { store } = useClient();
  const clock = useContext(ClockContext);
  const [held, setHeld] = useState<Held | null>(null);
  const hasState = useHasState();
  useEffect(() => {
    if (!isHolding || !hasState) {
      setHeld(null);
      return;
    }
    const { state, sequence } = store.getState();
    if (state !== null) setHeld({ state, since: clock(), sequence });
  }, [isHolding, hasState, store, clock]);
  return held;
}
