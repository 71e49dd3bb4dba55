import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a knowledge surface was refused. */
export type KnowledgeSurfaceFault =
  | { readonly code: 'invalid-text'; readonly field: string; readonly reason: string }
  | { readonly code: 'text-too-large'; readonly field: string; readonly max: number }
  | { readonly code: 'missing-projection-evidence' }
  | { readonly code: 'projection-count-exceeded'; readonly max: number }
  | { readonly code: 'duplicate-projection-digest'; readonly digest: string }
  /** What was given as a digest is none. */
  | { readonly code: 'digest-invariant'; readonly field: string };

/** A knowledge surface was refused; nothing of it is published. */
export type KnowledgeSurfaceError = FamilyError<KnowledgeSurfaceFault>;
export const KnowledgeSurfaceError: ErrorFamily<KnowledgeSurfaceFault> = errorFamily(
  'KnowledgeSurfaceError',
  describe,
);

function describe(fault: KnowledgeSurfaceFault): string {
  return `The knowledge surface was refused: ${reasonOf(fault)}`;
}

function reasonOf(fault: KnowledgeSurfaceFault): string {
  switch (fault.code) {
    case 'invalid-text':
      return `its ${fault.field} ${fault.reason}.`;
    case 'text-too-large':
      return `its ${fault.field} takes over ${fault.max} bytes.`;
    case 'missing-projection-evidence':
      return 'no projection stands for it; give the digest of at least one.';
    case 'projection-count-exceeded':
      return `more than ${fault.max} projections stand for it.`;
    case 'duplicate-projection-digest':
      return `the projection ${fault.digest} was given twice.`;
    case 'digest-invariant':
      return `its ${fault.field} is no SHA-256 digest.`;
  }
}
