import type { Client } from 'pg';
import { WakeUp } from '../transaction/wake-up.js';
import { type PostgresConnections, query } from './postgres-connections.js';
import { firstOf, integerIn } from './postgres-rows.js';
import type { PostgresStatements } from './postgres-statements.js';
import { pauseAfter, type Surroundings } from './retry-transient.js';

export interface ListeningParts extends Surroundings {
  readonly connections: PostgresConnections;
  readonly statements: PostgresStatements;
}

const noOp = (): void => undefined;

/**
 * A connection that hears of commits, made again whenever it is lost, until it is closed. A notification says no more
 * than that it is time to look, so one that is late or made up does no harm.
 */
export class ListeningConnection {
  readonly #parts: ListeningParts;
  readonly #learn: (revision: number) => void;
  readonly #closed = new AbortController();
  readonly #ended: Promise<void>;

  /** @param learn - is told the revision of the store, first once it listens */
  constructor(parts: ListeningParts, learn: (revision: number) => void) {
    this.#parts = parts;
    this.#learn = learn;
    this.#ended = this.#run(this.#closed.signal);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#ended;
  }

  async #run(closed: AbortSignal): Promise<void> {
    const { clock, random, connections } = this.#parts;
    for (let failures = 0; !closed.aborted; failures += 1) {
      const client = connections.dedicated();
      const cut = (): void => void client.end().catch(noOp);
      closed.addEventListener('abort', cut, { once: true });
      try {
        await client.connect();
        failures = 0;
        await this.#listen(client, closed);
      } catch {
        // Those who wait look now and then, so nothing is missed until there is a connection again.
      } finally {
        closed.removeEventListener('abort', cut);
        cut();
      }
      await clock.sleep(pauseAfter(failures, random), { signal: closed }).catch(noOp);
    }
  }

  /** Ends when the connection does. */
  async #listen(client: Client, closed: AbortSignal): Promise<void> {
    const { statements } = this.#parts;
    const heard = new WakeUp();
    let hasNews = true;
    let isLost = false;
    client.on('notification', () => {
      hasNews = true;
      heard.wake();
    });
    client.once('end', () => {
      isLost = true;
      heard.wake();
    });
    await query(client, statements.listen);
    while (!isLost && !closed.aborted) {
      if (hasNews) {
        hasNews = false;
        this.#learn(integerIn(firstOf(await query(client, statements.head)), 'revision'));
      } else {
        await heard.sleep(closed);
      }
    }
  }
}
