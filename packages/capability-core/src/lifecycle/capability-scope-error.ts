import type { UseGenerationMismatch } from '../identity/capability-set-error.js';
import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a scope, its ceiling or something registered with it was refused. */
export type CapabilityScopeFault =
  | { readonly code: 'invalid-scope-id'; readonly scopeId: string; readonly reason: string }
  | { readonly code: 'invalid-lifecycle-name'; readonly lifecycleName: string; readonly reason: string }
  | { readonly code: 'invalid-execution-limit'; readonly field: string }
  | { readonly code: 'bound-exceeded'; readonly field: string; readonly max: number }
  | { readonly code: 'duplicate-ceiling-capability'; readonly capability: string }
  | {
      readonly code: 'capability-outside-catalog';
      readonly capability: string;
      readonly catalogDigest: string;
    }
  | {
      readonly code: 'ceiling-catalog-mismatch';
      readonly ceilingDigest: string;
      readonly catalogDigest: string;
    }
  | { readonly code: 'ceiling-expansion'; readonly dimension: string }
  | { readonly code: 'missing-use-generation-lease'; readonly scopeId: string }
  | { readonly code: 'unexpected-use-generation-lease'; readonly scopeId: string }
  | ({ readonly code: 'use-generation-lease-mismatch' } & UseGenerationMismatch)
  | { readonly code: 'scope-inactive'; readonly scopeId: string }
  | { readonly code: 'supervisor-closed'; readonly scopeId: string }
  | { readonly code: 'duplicate-child-scope'; readonly scopeId: string };

/** A scope operation that was refused; `code` says which rule refused it. */
export type CapabilityScopeError = FamilyError<CapabilityScopeFault>;
export const CapabilityScopeError: ErrorFamily<CapabilityScopeFault> = errorFamily(
  'CapabilityScopeError',
  describe,
);

function describe(fault: CapabilityScopeFault): string {
  switch (fault.code) {
    case 'invalid-scope-id':
      return `The scope name "${fault.scopeId}" was refused: it ${fault.reason}.`;
    case 'invalid-lifecycle-name':
      return `The effect or task name "${fault.lifecycleName}" was refused: it ${fault.reason}.`;
    case 'invalid-execution-limit':
      return `${fault.field} was refused: a limit is a whole number of at least 1.`;
    case 'bound-exceeded':
      return `${fault.field} was refused: it exceeds its bound of ${fault.max}.`;
    case 'duplicate-ceiling-capability':
      return `The ceiling names ${fault.capability} twice; name it once.`;
    case 'capability-outside-catalog':
      return `The ceiling allows ${fault.capability}, which the set ${fault.catalogDigest} does not hold; leave it out.`;
    case 'ceiling-catalog-mismatch':
      return `The ceiling was made for the set ${fault.ceilingDigest}, not for ${fault.catalogDigest}; make one for this set.`;
    case 'ceiling-expansion':
      return `The child's ceiling was refused: ${fault.dimension} would go beyond its parent's; a child may only narrow.`;
    case 'missing-use-generation-lease':
      return `${fault.scopeId} was refused: its set comes from packages, so that a lease on their generation is needed.`;
    case 'unexpected-use-generation-lease':
      return `${fault.scopeId} was refused: its set comes from no packages, so that a lease on them has no place.`;
    case 'use-generation-lease-mismatch':
      return (
        `The lease was refused: it keeps Use generation ${fault.actualGeneration}, the set needs ` +
        `${fault.expectedGeneration} in its exact revision.`
      );
    case 'scope-inactive':
      return `${fault.scopeId} is closed or cancelled; open another scope.`;
    case 'supervisor-closed':
      return `${fault.scopeId} takes nothing any more: it is closed or cancelled.`;
    case 'duplicate-child-scope':
      return `${fault.scopeId} exists already; choose another local id or close that scope first.`;
  }
}
