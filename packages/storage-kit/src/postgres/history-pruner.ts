import { postgresTokenMs, pruneIntervalMs, prunePortion } from '../limits.js';
import { type PostgresConnections, query } from './postgres-connections.js';
import type { PostgresStatements } from './postgres-statements.js';
import type { Surroundings } from './retry-transient.js';

export interface HistoryPrunerParts extends Pick<Surroundings, 'clock'> {
  readonly connections: PostgresConnections;
  readonly statements: PostgresStatements;
  readonly historyMs: number;
}

/** Removes what is kept no longer, a portion at a time, beside the commits. */
export class HistoryPruner {
  readonly #parts: HistoryPrunerParts;
  readonly #intervalMs: number;
  readonly #closed = new AbortController();
  #nextAt = 0;
  #pruning: Promise<void> | undefined;

  constructor(parts: HistoryPrunerParts) {
    this.#parts = parts;
    this.#intervalMs = Math.min(pruneIntervalMs, parts.historyMs / 4);
  }

  /** Call it now and then: it begins to prune when it is time. */
  notice(): void {
    const now = this.#parts.clock.now();
    if (this.#pruning !== undefined || now < this.#nextAt || this.#closed.signal.aborted) return;
    this.#nextAt = now + this.#intervalMs;
    this.#pruning = this.#prune().finally(() => {
      this.#pruning = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#pruning;
  }

  /** Never rejects: what could not be removed is removed by the next who notices it. */
  async #prune(): Promise<void> {
    const { statements, historyMs } = this.#parts;
    try {
      while ((await this.#remove(statements.advanceOldest, historyMs)) > 0) {
        // Each time by a portion of commits, until all that are too old are left behind.
      }
      while ((await this.#remove(statements.removeVersions)) === prunePortion) {
        // Once more, until a portion is not full.
      }
      while (
        (await this.#remove(statements.removeCommits, Math.max(historyMs, postgresTokenMs))) === prunePortion
      ) {
        // As above.
      }
    } catch {
      // The same connection, or the same server, fails the commits too, and they tell.
    }
  }

  /** How many rows the statement changed. */
  async #remove(statement: string, ...values: number[]): Promise<number> {
    const { signal } = this.#closed;
    const rows = await this.#parts.connections.use((client) => query(client, statement, values), { signal });
    return rows.length;
  }
}
