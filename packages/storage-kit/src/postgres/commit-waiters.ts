import { WakeUp } from '../transaction/wake-up.js';
import { ListeningConnection, type ListeningParts } from './listening-connection.js';
import { postgresListenerIdleMs, postgresPollMs } from './postgres-tuning.js';

/** Those who wait for commits. One connection listens for all, only while somebody waits or did so a moment ago. */
export class CommitWaiters {
  readonly #parts: ListeningParts;
  readonly #committed = new WakeUp();
  #isClosed = false;
  /** The last commit that is known of. */
  #revision = 0;
  #waiting = 0;
  #listening: ListeningConnection | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
  }

  /** Tells those who wait of a commit. */
  learn(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    this.#committed.wake();
  }

  /** Resolves when there may be a commit after `revision`, at the latest after a while. */
  async wait(revision: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (this.#revision > revision || this.#isClosed) return;
    this.#enter();
    const over = new AbortController();
    const patience = this.#parts.clock.sleep(postgresPollMs, { signal: over.signal }).catch(() => undefined);
    try {
      await Promise.race([patience, this.#committed.sleep(...signals, over.signal)]);
    } finally {
      over.abort();
      this.#leave();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#committed.wake();
    await this.#stopListening();
  }

  #enter(): void {
    this.#waiting += 1;
    clearTimeout(this.#idle);
    this.#listening ??= new ListeningConnection(this.#parts, (revision) => this.learn(revision));
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#isClosed) return;
    this.#idle = setTimeout(() => void this.#stopListening(), postgresListenerIdleMs);
    // Nothing waits for it, so neither does the process.
    this.#idle.unref();
  }

  async #stopListening(): Promise<void> {
    clearTimeout(this.#idle);
    const listening = this.#listening;
    this.#listening = undefined;
    await listening?.close();
  }
}
