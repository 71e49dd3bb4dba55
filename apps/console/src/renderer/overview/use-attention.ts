import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { type Attention, attentionItems } from './attention.js';

export function useAttention(): readonly Attention[] {
  const state = useConsole((whole) => whole);
  return useMemo(() => attentionItems(state), [state]);
}
