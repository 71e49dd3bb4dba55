import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why knowledge could not be bound, or an answer of its provider was not accepted. */
export type KnowledgeFault =
  | { readonly code: 'invalid-provider'; readonly reason: string }
  | { readonly code: 'invalid-evidence'; readonly reason: string }
  | { readonly code: 'snapshot-digest-mismatch'; readonly expected: string; readonly actual: string }
  | { readonly code: 'invalid-answer'; readonly provider: string; readonly reason: string };

/** Knowledge was refused, or what it answered. */
export type KnowledgeError = FamilyError<KnowledgeFault>;
export const KnowledgeError: ErrorFamily<KnowledgeFault> = errorFamily('KnowledgeError', describe);

function describe(fault: KnowledgeFault): string {
  switch (fault.code) {
    case 'invalid-provider':
      return `The knowledge provider was refused: ${fault.reason}.`;
    case 'invalid-evidence':
      return `The evidence of the knowledge was refused: ${fault.reason}`;
    case 'snapshot-digest-mismatch':
      return (
        `The evidence of the knowledge was refused: its snapshot digest is ${fault.actual}, but what it is made of ` +
        `gives ${fault.expected}; take both from one snapshot.`
      );
    case 'invalid-answer':
      return `The answer of the knowledge provider "${fault.provider}" was refused: ${fault.reason}.`;
  }
}
