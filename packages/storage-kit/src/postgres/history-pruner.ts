import type { ClientBase } from 'pg';
import { postgresTokenMs } from '../limits.js';
import { type PostgresConnections, query } from './postgres-connections.js';
import type { PostgresStatements } from './postgres-statements.js';
import { pruneIntervalMs, prunePortion } from './postgres-tuning.js';
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
      // One row is changed for each portion of commits that has become too old.
      await this.#repeat(1, statements.advanceOldest, historyMs);
      await this.#repeat(prunePortion, statements.removeVersions);
      await this.#repeat(prunePortion, statements.removeCommits, Math.max(historyMs, postgresTokenMs));
    } catch {
      // What fails here fails the commits too, and they tell.
    }
  }

  /** Runs the statement while it changes as many rows as it may. */
  async #repeat(portion: number, statement: string, ...values: number[]): Promise<void> {
    const { connections } = this.#parts;
    const { signal } = this.#closed;
    for (;;) {
      const removed = await connections.use((client) => this.#change(client, statement, values), { signal });
      if (removed < portion) return;
    }
  }

  /** In a transaction that says what it is: the server may be set to read-only ones. The rows that it changed. */
  async #change(client: ClientBase, statement: string, values: number[]): Promise<number> {
    await query(client, this.#parts.statements.begin);
    const { length } = await query(client, statement, values);
    await query(client, 'COMMIT');
    return length;
  }
}
