import type { RunCapabilityBindingJson } from '@changeover/capability-core';
import type { PackageVersion } from '../../protocol/generation.js';
import type { Session } from '../../protocol/session.js';
import type { LedgerEntry } from '../ledger/ledger.js';
import { recordKey } from '../records/record-keys.js';
import type { SessionRecord } from '../records/session-record.js';

/** A session with what publishing its stamp again takes. */
export interface SessionStanding {
  readonly session: Session;
  /** Number of the package snapshot behind the stamp; null without packages. */
  readonly registryGeneration: number | null;
  /** What a run on the stamp is bound to; null before the first batch. */
  readonly binding: RunCapabilityBindingJson | null;
  readonly packages: readonly PackageVersion[];
}

/** How a session is shown and stored. */
export function sessionEntry(standing: SessionStanding): LedgerEntry {
  const { session, registryGeneration, binding, packages } = standing;
  const value: SessionRecord = {
    format: 1,
    options: { workspace: session.workspace },
    stamp: session.stamp,
    registryGeneration,
    binding: binding === null ? null : bindingValue(binding),
    packages,
    createdAt: session.createdAt,
    closedAt: session.closedAt,
  };
  return {
    event: { type: 'session', session },
    records: [{ key: recordKey.session(session.id), value }],
  };
}

function bindingValue({ useGeneration, ...binding }: RunCapabilityBindingJson): SessionRecord['binding'] {
  return useGeneration === undefined ? binding : { ...binding, useGeneration: { ...useGeneration } };
}
