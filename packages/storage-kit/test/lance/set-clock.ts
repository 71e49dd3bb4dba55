import { setImmediate } from 'node:timers/promises';
import type { AbortOptions, Clock } from '../../src/index.js';

/** A clock that a test sets forward, and whose pauses are over at once. */
export class SetClock implements Clock {
  ahead = 0;

  now(): number {
    return Date.now() + this.ahead;
  }

  async sleep(_ms: number, { signal }: AbortOptions = {}): Promise<void> {
    await setImmediate();
    signal?.throwIfAborted();
  }
}
