import { RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS } from './limits.js';

/** Wait before the given attempt to connect again, counted from 1. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS * 2 ** Math.max(0, attempt - 1));
}
