import type { Clock } from '@changeover/capability-core';
import type { ConsoleFeed } from './ledger/console-feed.js';
import type { Heartbeat } from './ledger/heartbeat.js';
import type { Ledger } from './ledger/ledger.js';
import type { StoreWatch } from './ledger/store-watch.js';
import type { OpenedRegistry } from './packages/open-package-registry.js';
import type { PackageKeeper } from './packages/package-keeper.js';
import type { RegistryBoard } from './packages/registry-board.js';
import type { Operations } from './page/operations.js';
import type { SessionManager } from './sessions/session-manager.js';
import type { ConsoleStore } from './store/open-console-store.js';

/** What a host consists of. */
export interface HostParts {
  readonly opened: ConsoleStore;
  readonly clock: Clock;
  readonly feed: ConsoleFeed;
  readonly ledger: Ledger;
  readonly watch: StoreWatch;
  readonly heartbeat: Heartbeat;
  readonly packages: OpenedRegistry;
  readonly keeper: PackageKeeper;
  readonly board: RegistryBoard;
  readonly sessions: SessionManager;
  readonly operations: Operations;
  /** Publishes what is to be published at a start. Never rejects. It holds all of the past: let it go once it was called. */
  readonly start: () => Promise<void>;
}
