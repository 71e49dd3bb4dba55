import type { Clock, IdSource } from '@changeover/capability-core';
import type { HostHealth } from '../protocol/health.js';
import type { FailurePrinter } from './print-failure.js';
import type { ConsoleStoreConfig } from './store/open-console-store.js';

/** How a host is opened. */
export interface HostOptions {
  readonly store: ConsoleStoreConfig;
  /** The folder of the project whose packages and rehearsals are offered; null without one. */
  readonly demo: string | null;
  readonly carrier: HostHealth['carrier'];
  /** Where packages' variables and the servers' inherited environment come from. Default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where failures are said besides on the pages. Default: the process's error output. */
  readonly printFailure?: FailurePrinter;
  readonly clock?: Clock;
  readonly ids?: IdSource;
}
