import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useClient } from '../connection/console-context.js';
import { cleanupKey, type FailedCleanup } from '../connection/failed-cleanups.js';
import { FAILED_CLEANUPS_MAX } from '../connection/limits.js';
import { readCleanups, writeCleanups } from './stored-cleanups.js';

/** What a person has still to see, and keys of what they have seen. */
export interface CleanupsSeen {
  readonly unseen: readonly FailedCleanup[];
  readonly seen: readonly string[];
}

const NOTHING: CleanupsSeen = { unseen: [], seen: [] };
const cleanupStore = createStore<CleanupsSeen>(readCleanups);
cleanupStore.subscribe(writeCleanups);

/** Keeps what the host tells of failed cleanups, past the next cleanup and past a reload, until somebody has seen it. */
export function useLearnCleanups(): void {
  const told = useStore(useClient().store, (view) => view.failedCleanups);
  useEffect(() => {
    cleanupStore.setState((state) => withTold(state, told));
  }, [told]);
}

export function useUnseenCleanups(): readonly FailedCleanup[] {
  return useStore(cleanupStore, (state) => state.unseen);
}

export function seeCleanup(failed: FailedCleanup): void {
  cleanupStore.setState((state) => withSeen(state, failed));
}

/** Begins anew, as in a browser that has never shown a console. */
export function forgetCleanups(): void {
  cleanupStore.setState(NOTHING);
}

export function withTold(state: CleanupsSeen, told: readonly FailedCleanup[]): CleanupsSeen {
  const known = new Set([...state.seen, ...state.unseen.map(cleanupKey)]);
  const fresh = told.filter((failed) => !known.has(cleanupKey(failed)));
  if (fresh.length === 0) return state;
  return { ...state, unseen: [...state.unseen, ...fresh].slice(-FAILED_CLEANUPS_MAX) };
}

export function withSeen(state: CleanupsSeen, failed: FailedCleanup): CleanupsSeen {
  const key = cleanupKey(failed);
  return {
    unseen: state.unseen.filter((item) => cleanupKey(item) !== key),
    seen: [...state.seen.filter((item) => item !== key), key].slice(-FAILED_CLEANUPS_MAX),
  };
}
