import type { CapabilityKind } from '../identity/capability-kind.js';
import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** State of a transaction; each is left once and for ever. */
export type TransactionState =
  | 'staged'
  | 'preparing'
  | 'prepared'
  | 'validated'
  | 'committed'
  | 'rolled-back';

/** Why a generation could not be staged, prepared, validated or committed. Capabilities are in display form. */
export type CapabilityProjectionFault =
  | { readonly code: 'missing-value'; readonly capability: string }
  | { readonly code: 'unexpected-value'; readonly capability: string }
  | { readonly code: 'duplicate-value'; readonly capability: string }
  | {
      readonly code: 'kind-mismatch';
      readonly capability: string;
      readonly descriptorKind: CapabilityKind;
      readonly valueKind: CapabilityKind;
    }
  | {
      readonly code: 'public-name-mismatch';
      readonly capability: string;
      readonly expected: string;
      readonly actual: string;
    }
  /** `expected` is what the descriptor says, `actual` what the value's content gives. */
  | {
      readonly code: 'surface-digest-mismatch';
      readonly capability: string;
      readonly expected: string;
      readonly actual: string;
    }
  | {
      readonly code: 'unsupported-ui-dependency-kind';
      readonly capability: string;
      readonly dependency: string;
      readonly dependencyKind: CapabilityKind;
    }
  | { readonly code: 'unknown-staged-capability'; readonly capability: string }
  | { readonly code: 'duplicate-staged-capability'; readonly capability: string }
  | { readonly code: 'missing-staged-capability'; readonly capability: string }
  | { readonly code: 'dependency-cycle'; readonly firstBlocked: string; readonly blockedCount: number }
  | {
      readonly code: 'readiness-plan-mismatch';
      readonly setGeneration: number;
      readonly setDigest: string;
      readonly planGeneration: number;
      readonly planDigest: string;
    }
  | { readonly code: 'target-generation-mismatch'; readonly expected: number; readonly actual: number }
  | {
      readonly code: 'bootstrap-unavailable';
      readonly actualGeneration: number;
      readonly actualCapabilities: number;
    }
  | { readonly code: 'bootstrap-target-generation'; readonly actual: number }
  | { readonly code: 'generation-exhausted' }
  | { readonly code: 'prepare-failed'; readonly capability: string; readonly reason: string }
  | { readonly code: 'cancelled' }
  | { readonly code: 'effect-bound-exceeded'; readonly max: number }
  | {
      readonly code: 'commit-conflict';
      readonly expectedGeneration: number;
      readonly expectedDigest: string;
      readonly actualGeneration: number;
      readonly actualDigest: string;
    }
  | {
      readonly code: 'invalid-transaction-state';
      readonly expected: TransactionState;
      readonly actual: TransactionState;
    };

/** A generation that did not come to be; `code` says at which rule it failed. The catalog is unchanged. */
export type CapabilityProjectionError = FamilyError<CapabilityProjectionFault>;
export const CapabilityProjectionError: ErrorFamily<CapabilityProjectionFault> = errorFamily(
  'CapabilityProjectionError',
  describe,
);

function describe(fault: CapabilityProjectionFault): string {
  switch (fault.code) {
    case 'missing-value':
      return `${fault.capability} has no value; prepare one for each capability of the set.`;
    case 'unexpected-value':
      return `A value was given for ${fault.capability}, which the set does not hold; leave it out.`;
    case 'duplicate-value':
      return `Two values were given for ${fault.capability}; give one.`;
    case 'kind-mismatch':
      return `${fault.capability} is described as ${fault.descriptorKind} but its value is a ${fault.valueKind}.`;
    case 'public-name-mismatch':
      return `${fault.capability} is described as "${fault.expected}" but its value is named "${fault.actual}".`;
    case 'surface-digest-mismatch':
      return `${fault.capability} is described with the surface digest ${fault.expected} but its value has ${fault.actual}.`;
    case 'unsupported-ui-dependency-kind':
      return `${fault.capability} was refused: it depends on ${fault.dependency}, and no ui may depend on a ${fault.dependencyKind}.`;
    case 'unknown-staged-capability':
      return `${fault.capability} was not staged: the target set does not hold it.`;
    case 'duplicate-staged-capability':
      return `${fault.capability} is staged already; the first adapter stays.`;
    case 'missing-staged-capability':
      return `${fault.capability} was never staged; stage every capability of the target set.`;
    case 'dependency-cycle':
      return `${fault.blockedCount} capabilities wait for each other, ${fault.firstBlocked} among them; break the cycle.`;
    case 'readiness-plan-mismatch':
      return `The readiness plan of generation ${fault.planGeneration} does not belong to the set of generation ${fault.setGeneration}.`;
    case 'target-generation-mismatch':
      return `Generation ${fault.actual} was refused: the next one is ${fault.expected}; rebuild the batch for it.`;
    case 'bootstrap-unavailable':
      return (
        `Recovery was refused: the catalog is at generation ${fault.actualGeneration} with ` +
        `${fault.actualCapabilities} capabilities; only an untouched catalog can be recovered into.`
      );
    case 'bootstrap-target-generation':
      return `Recovery to generation ${fault.actual} was refused: nothing was published at it.`;
    case 'generation-exhausted':
      return 'The catalog has reached the greatest generation; open another session.';
    case 'prepare-failed':
      return `${fault.capability} could not be prepared: ${fault.reason}`;
    case 'cancelled':
      return 'Preparation was cancelled; nothing was published.';
    case 'effect-bound-exceeded':
      return `The batch was refused: its capabilities hold more than ${fault.max} effects.`;
    case 'commit-conflict':
      return (
        `The commit was refused: the catalog moved from generation ${fault.expectedGeneration} to ` +
        `${fault.actualGeneration} meanwhile; rebuild the batch on it.`
      );
    case 'invalid-transaction-state':
      return `The transaction is ${fault.actual}, no longer ${fault.expected}; begin another one.`;
  }
}
