import type { CapabilityKind } from '../identity/capability-kind.js';
import type { UseGenerationMismatch } from '../identity/capability-set-error.js';
import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a batch was not published or a run not admitted. Nothing visible has changed then. */
export type CapabilityRuntimeFault =
  /** The cause is a `CapabilityProjectionError`. */
  | { readonly code: 'projection'; readonly reason: string }
  /** The cause is a `CapabilityScopeError`. */
  | { readonly code: 'scope'; readonly reason: string }
  | { readonly code: 'missing-use-lease-provider' }
  | { readonly code: 'unexpected-use-lease-provider' }
  | ({ readonly code: 'use-lease-provider-mismatch' } & UseGenerationMismatch)
  | { readonly code: 'use-lease-acquisition'; readonly reason: string }
  | { readonly code: 'cancelled' }
  | { readonly code: 'session-closed' }
  | { readonly code: 'unsupported-session-kind'; readonly kind: CapabilityKind; readonly capability: string }
  | {
      readonly code: 'runtime-name-conflict';
      readonly kind: CapabilityKind;
      readonly publicName: string;
      /** Who has the name already. */
      readonly heldBy: string;
    }
  | {
      readonly code: 'runtime-value-invalid';
      readonly kind: CapabilityKind;
      readonly publicName: string;
      readonly reason: string;
    }
  | { readonly code: 'recovery-binding'; readonly reason: string }
  | ({ readonly code: 'run-close-incomplete' } & RunCloseCounters);

/** What was not clean when a run was closed. */
export interface RunCloseCounters {
  readonly tasksFailed: number;
  readonly tasksTimedOut: number;
  readonly childScopesFailed: number;
  readonly childScopesTimedOut: number;
  readonly effectsFailed: number;
  readonly effectsTimedOut: number;
}

/** A batch, an admission or the close of a run failed; `code` says which rule refused it. */
export type CapabilityRuntimeError = FamilyError<CapabilityRuntimeFault>;
export const CapabilityRuntimeError: ErrorFamily<CapabilityRuntimeFault> = errorFamily(
  'CapabilityRuntimeError',
  describe,
);

function describe(fault: CapabilityRuntimeFault): string {
  switch (fault.code) {
    case 'projection':
      return `The capability projection was refused: ${fault.reason}`;
    case 'scope':
      return `The capability scope was refused: ${fault.reason}`;
    case 'missing-use-lease-provider':
      return 'The set belongs to a Use generation, but nothing leases it; make the batch from a Use projection.';
    case 'unexpected-use-lease-provider':
      return 'The set belongs to no Use generation, so there is nothing to lease; make the batch without a provider.';
    case 'use-lease-provider-mismatch':
      return (
        `The provider leases Use generation ${fault.actualGeneration}, but the set belongs to Use generation ` +
        `${fault.expectedGeneration}; take both from one snapshot.`
      );
    case 'use-lease-acquisition':
      return `Use generation lease acquisition failed: ${fault.reason}`;
    case 'cancelled':
      return 'The operation was cancelled; nothing was published or started.';
    case 'session-closed':
      return 'The session is closed; nothing was published or started.';
    case 'unsupported-session-kind':
      return `${fault.capability} was refused: there is no kind ${fault.kind} of capabilities; use one of CAPABILITY_KINDS.`;
    case 'runtime-name-conflict':
      return (
        `The ${fault.kind} "${fault.publicName}" was refused: ${fault.heldBy} has that name already; ` +
        'rename or remove one of them.'
      );
    case 'runtime-value-invalid':
      return `The ${fault.kind} "${fault.publicName}" cannot be used: ${fault.reason}`;
    case 'recovery-binding':
      return `The recovered capabilities were refused: ${fault.reason}`;
    case 'run-close-incomplete':
      return (
        `The run could not be closed cleanly: ${fault.tasksFailed} tasks failed and ${fault.tasksTimedOut} timed ` +
        `out, ${fault.childScopesFailed} scopes failed and ${fault.childScopesTimedOut} timed out, ` +
        `${fault.effectsFailed} effects failed and ${fault.effectsTimedOut} timed out.`
      );
  }
}
