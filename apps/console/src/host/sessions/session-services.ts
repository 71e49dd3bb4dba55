import type { Clock, IdSource } from '@changeover/capability-core';
import type { AuditLog } from '../audit/audit-log.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ServerAdapterFactory } from '../packages/package-batch.js';
import type { PackageShelf } from '../packages/package-shelf.js';
import type { RegistryCounter } from '../packages/registry-counter.js';
import type { FailurePrinter } from '../print-failure.js';
import type { Project } from '../project/project.js';

/** What all sessions of a host share. */
export interface SessionServices {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly printFailure: FailurePrinter;
  readonly shelf: PackageShelf;
  readonly registry: RegistryCounter;
  readonly project: Project;
  readonly serverAdapter: ServerAdapterFactory;
  /** Folder that new sessions work in. */
  readonly workspace: string;
  /** Runs in the store. */
  readonly runCount: () => number;
  /** A run was asked for. */
  readonly countRun: () => void;
}
