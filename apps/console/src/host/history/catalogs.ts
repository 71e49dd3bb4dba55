import { CapabilitySet } from '@changeover/capability-core';
import type { StateStore } from '@changeover/storage-kit';
import type { CatalogDiff } from '../../protocol/catalog-diff.js';
import type { Catalog, Stamp } from '../../protocol/generation.js';
import { HostError } from '../errors/host-error.js';
import { catalogOf } from '../projection/generation-entity.js';
import { changesBetween } from '../projection/set-changes.js';
import { recordKey } from '../records/record-keys.js';
import { storedSet } from '../records/stored-generation.js';
import type { SessionManager } from '../sessions/session-manager.js';

/** What generations consist of: those in use, and all that the store has, of closed sessions too. */
export class Catalogs {
  readonly #store: StateStore;
  readonly #sessions: SessionManager;

  constructor(store: StateStore, sessions: SessionManager) {
    this.#store = store;
    this.#sessions = sessions;
  }

  /** @throws HostError `unknown-session`, `unknown-generation`, `damaged-record` */
  async read(session: string, generation: number): Promise<Catalog> {
    return catalogOf(await this.#set(session, generation));
  }

  /** @throws HostError `unknown-session`, `unknown-generation`, `damaged-record` */
  async diff(session: string, from: number, to: number): Promise<CatalogDiff> {
    const before = await this.#set(session, from);
    const after = await this.#set(session, to);
    return { from: stampOf(before), to: stampOf(after), ...changesBetween(before, after) };
  }

  async #set(session: string, generation: number): Promise<CapabilitySet> {
    const live = this.#sessions.known(session);
    if (generation === 0) return CapabilitySet.empty();
    const kept = live?.book.generation(generation);
    if (kept !== undefined) return kept.set;
    const stored = await this.#store.load(recordKey.generation(session, generation));
    if (stored !== undefined) return storedSet(stored);
    throw new HostError(
      'unknown-generation',
      `The session ${session} has never published a generation ${generation}`,
      { session, generation },
    );
  }
}

function stampOf({ generation, digest }: CapabilitySet): Stamp {
  return { generation, digest };
}
