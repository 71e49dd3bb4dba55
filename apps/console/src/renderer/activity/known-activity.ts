import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Activity } from '../../protocol/activity.js';

/** Lines that the screen has read, so that the inspector need not ask for them again. */
const knownStore = createStore<ReadonlyMap<number, Activity>>(() => new Map());

export function knowActivity(lines: readonly Activity[]): void {
  knownStore.setState(new Map(lines.map((line) => [line.sequence, line])), true);
}

export function useKnownActivity(sequence: number): Activity | undefined {
  return useStore(knownStore, (known) => known.get(sequence));
}
