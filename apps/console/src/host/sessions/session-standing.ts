import type { RunCapabilityBindingJson } from '@changeover/capability-core';
import type { PackageVersion } from '../../protocol/capability-package.js';
import type { Session } from '../../protocol/session.js';
import type { LedgerEntry } from '../ledger/ledger.js';
import { recordKey } from '../records/record-keys.js';
import type { SessionRecord } from '../records/session-record.js';

/** A session with what publishing its stamp again takes. */
export interface SessionStanding {
  readonly session: Session;
  /** Number of the package generation behind the stamp; null before the first batch. */
  readonly registryGeneration: number | null;
  /** What a run on the stamp is bound to; null before the first batch. */
  readonly binding: RunCapabilityBindingJson | null;
  readonly packages: readonly PackageVersion[];
  /** Folder of each package, where an older console read them in place; null for packages of the registry. */
  readonly folders: readonly string[] | null;
}

/** How a session is shown and stored. */
export function sessionEntry(standing: SessionStanding): LedgerEntry {
  const { session } = standing;
  return {
    event: { type: 'session', session },
    records: [{ key: recordKey.session(session.id), value: sessionRecord(standing) }],
  };
}

function sessionRecord(standing: SessionStanding): SessionRecord {
  const { session, registryGeneration, binding, packages, folders } = standing;
  const common = {
    options: { workspace: session.workspace },
    stamp: session.stamp,
    registryGeneration,
    binding: binding === null ? null : bindingValue(binding),
    createdAt: session.createdAt,
    closedAt: session.closedAt,
  };
  if (folders === null) return { format: 2, ...common, packages };
  const inPlace = packages.map((version, index) => ({ ...version, folder: folders[index] ?? '' }));
  return { format: 1, ...common, packages: inPlace };
}

function bindingValue({ useGeneration, ...binding }: RunCapabilityBindingJson): SessionRecord['binding'] {
  return useGeneration === undefined ? binding : { ...binding, useGeneration: { ...useGeneration } };
}
