import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useUnseenCleanups } from '../cleanups/unseen-cleanups.js';
import { useClient } from '../connection/console-context.js';
import { useVerification } from '../packages/verification.js';
import { type Attention, attentionItems } from './attention.js';

const NOTHING = [] as const;

/** What needs a person now; nothing before the host has sent its state. */
export function useAttention(): readonly Attention[] {
  const state = useStore(useClient().store, (view) => view.state);
  const damaged = useVerification()?.damaged;
  const cleanups = useUnseenCleanups();
  return useMemo(
    () => (state === null ? NOTHING : attentionItems(state, damaged, cleanups)),
    [state, damaged, cleanups],
  );
}
