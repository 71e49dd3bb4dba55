import type { Clock } from '@changeover/capability-core';
import { HEARTBEAT_INTERVAL_MS } from '../limits.js';
import type { Ledger } from './ledger.js';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'touch'>;
  readonly hasLiveRuns: () => boolean;
}

/** Writes while runs are live that the host is, too: a run that waits for a person writes nothing by itself. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #undoTimer: () => void;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#undoTimer = this.#next();
  }

  stop(): void {
    this.#undoTimer();
  }

  #next(): () => void {
    return this.#options.clock.setTimer(HEARTBEAT_INTERVAL_MS, () => {
      if (this.#options.hasLiveRuns()) this.#options.ledger.touch();
      this.#undoTimer = this.#next();
    });
  }
}
