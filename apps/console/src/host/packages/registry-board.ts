import type { Clock } from '@changeover/capability-core';
import type { PackageRegistry } from '@changeover/capability-core/registry';
import type { Registry } from '../../protocol/capability-package.js';
import type { ConsoleFeed } from '../ledger/console-feed.js';
import type { Ledger } from '../ledger/ledger.js';
import { FLUSH_INTERVAL_MS } from '../limits.js';
import { packageUsers } from './package-holders.js';
import type { PackageSuggestions } from './package-suggestions.js';
import { registryView } from './registry-view.js';

/** What pages are told of the registry. The registry keeps itself: nothing of it is in the store. */
export class RegistryBoard {
  readonly #parts: RegistryBoardParts;
  readonly #unfollow: () => void;
  #shown = '';
  #users = '';
  #undoTimer: (() => void) | null = null;

  constructor(parts: RegistryBoardParts) {
    this.#parts = parts;
    this.#unfollow = parts.feed.follow(({ event }) => {
      if (event.type === 'generation' || event.type === 'run') this.#lookLater();
    });
  }

  /** The registry as it is now. */
  get view(): Registry {
    const { registry, feed, suggestions } = this.#parts;
    return registryView(registry, packageUsers(feed.state), suggestions.all);
  }

  /** Puts the registry down as it is now, if anything of it is not what was shown. */
  show(): void {
    const registry = this.view;
    const text = JSON.stringify(registry);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#parts.ledger.put('registry', { event: { type: 'registry', registry }, records: [] });
  }

  stop(): void {
    this.#unfollow();
    this.#undoTimer?.();
  }

  /** Who holds a version follows from generations and runs, which change more often than that. */
  #lookLater(): void {
    this.#undoTimer ??= this.#parts.clock.setTimer(FLUSH_INTERVAL_MS, () => {
      this.#undoTimer = null;
      const { generations, runs } = packageUsers(this.#parts.feed.state);
      const users = JSON.stringify([
        generations.map(({ session, generation }) => [session, generation]),
        runs.map(({ id }) => id),
      ]);
      if (users === this.#users) return;
      this.#users = users;
      this.show();
    });
  }
}

export interface RegistryBoardParts {
  readonly registry: PackageRegistry;
  readonly suggestions: PackageSuggestions;
  readonly feed: ConsoleFeed;
  readonly ledger: Ledger;
  readonly clock: Clock;
}
