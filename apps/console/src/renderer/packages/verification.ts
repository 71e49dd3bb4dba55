import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { MethodResult } from '../../protocol/methods.js';

/** What hashing everything that is stored again has found, the last time that this page asked for it. */
export interface Verification extends MethodResult<'package.verify'> {
  /** Epoch milliseconds. */
  readonly at: number;
}

export const verificationStore = createStore<{ readonly last: Verification | null }>(() => ({ last: null }));

export function useVerification(): Verification | null {
  return useStore(verificationStore, (state) => state.last);
}
