import type { Clock, IdSource } from '@changeover/capability-core';
import type { HostHealth } from '../protocol/health.js';
import type { ConsoleStoreConfig } from './store/open-console-store.js';

/** How a host is opened. */
export interface HostOptions {
  readonly store: ConsoleStoreConfig;
  /** The folder of the project whose packages and rehearsals are offered; null without one. */
  readonly demo: string | null;
  readonly carrier: HostHealth['carrier'];
  /** Where packages' variables and the servers' inherited environment come from. Default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly ids?: IdSource;
}
