import type { Clock, IdSource } from '@changeover/capability-core';
import type { PackageRegistry } from '@changeover/capability-core/registry';
import type { AuditLog } from '../audit/audit-log.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ServerAdapterFactory } from '../packages/package-batch.js';
import type { PackageKeeper } from '../packages/package-keeper.js';
import type { FailurePrinter } from '../print-failure.js';
import type { Project } from '../project/project.js';
import type { RunCount } from './run-count.js';

/** What all sessions of a host share. */
export interface SessionServices {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly printFailure: FailurePrinter;
  readonly packages: { readonly registry: PackageRegistry; readonly keeper: PackageKeeper };
  readonly project: Project;
  readonly serverAdapter: ServerAdapterFactory;
  /** Folder that new sessions work in. */
  readonly workspace: string;
  readonly runs: RunCount;
}
