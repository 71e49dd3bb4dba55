import type { CapabilityKind } from './capability-kind.js';
import { type ErrorFamily, errorFamily, type FamilyError } from './error-family.js';

/** How two Use cursors differ. */
export interface UseGenerationMismatch {
  readonly expectedGeneration: number;
  readonly actualGeneration: number;
  readonly revisionMismatch: boolean;
  readonly registryRevisionMismatch: boolean;
}

/** Why an identity or a set was refused. Capabilities are written `<source>:<kind>:<local id>`. */
export type CapabilitySetFault =
  | { readonly code: 'invalid-identifier'; readonly field: string; readonly reason: string }
  | { readonly code: 'invalid-digest'; readonly field: string }
  | { readonly code: 'invalid-generation'; readonly field: string }
  | { readonly code: 'bound-exceeded'; readonly field: string; readonly max: number }
  | { readonly code: 'empty-contribution'; readonly source: string }
  | {
      readonly code: 'source-mismatch';
      readonly capability: string;
      readonly expectedSource: string;
      readonly actualSource: string;
    }
  | { readonly code: 'duplicate-source'; readonly source: string }
  | ({ readonly code: 'mixed-use-generation' } & UseGenerationMismatch)
  | { readonly code: 'duplicate-capability'; readonly capability: string }
  | { readonly code: 'duplicate-dependency'; readonly capability: string; readonly dependency: string }
  | { readonly code: 'self-dependency'; readonly capability: string }
  | { readonly code: 'missing-dependency'; readonly capability: string; readonly dependency: string }
  | { readonly code: 'builtin-shadow'; readonly kind: CapabilityKind; readonly publicName: string }
  | { readonly code: 'public-name-conflict'; readonly kind: CapabilityKind; readonly publicName: string }
  | { readonly code: 'canonical-encoding'; readonly path: string; readonly reason: string };

/** A capability identity or set that cannot be built; `code` says which rule refused it. */
export type CapabilitySetError = FamilyError<CapabilitySetFault>;
export const CapabilitySetError: ErrorFamily<CapabilitySetFault> = errorFamily(
  'CapabilitySetError',
  describe,
);

function describe(fault: CapabilitySetFault): string {
  switch (fault.code) {
    case 'invalid-identifier':
      return `${fault.field} was refused: it ${fault.reason}.`;
    case 'invalid-digest':
      return `${fault.field} was refused: a digest is "sha256:" and 64 lowercase hex digits.`;
    case 'invalid-generation':
      return `${fault.field} was refused: a generation is a safe integer in its allowed range.`;
    case 'bound-exceeded':
      return `${fault.field} was refused: it exceeds its bound of ${fault.max}.`;
    case 'empty-contribution':
      return `The contribution of ${fault.source} was refused: it holds no capability; leave it out instead.`;
    case 'source-mismatch':
      return `${fault.capability} was refused in the contribution of ${fault.expectedSource}: it belongs to ${fault.actualSource}.`;
    case 'duplicate-source':
      return `${fault.source} contributes twice; put its capabilities into one contribution.`;
    case 'mixed-use-generation':
      return (
        `A package of Use generation ${fault.actualGeneration} was refused in a set of Use generation ` +
        `${fault.expectedGeneration}; take every package from one snapshot.`
      );
    case 'duplicate-capability':
      return `${fault.capability} is described twice; remove one of the descriptors.`;
    case 'duplicate-dependency':
      return `${fault.capability} names its dependency ${fault.dependency} twice; name it once.`;
    case 'self-dependency':
      return `${fault.capability} depends on itself; remove that dependency.`;
    case 'missing-dependency':
      return `${fault.capability} depends on ${fault.dependency}, which is not in the set; add it or drop the dependency.`;
    case 'builtin-shadow':
      return `The ${fault.kind} "${fault.publicName}" would shadow a built-in one; choose another public name.`;
    case 'public-name-conflict':
      return `Two capabilities of kind ${fault.kind} are named "${fault.publicName}"; rename or remove one.`;
    case 'canonical-encoding':
      return `The stored set was refused at ${fault.path}: ${fault.reason}.`;
  }
}
