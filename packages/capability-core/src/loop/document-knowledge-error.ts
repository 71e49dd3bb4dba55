import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why documents could not be made into knowledge. */
export type DocumentKnowledgeFault =
  | { readonly code: 'invalid-name'; readonly reason: string }
  | { readonly code: 'invalid-document'; readonly path: string; readonly reason: string }
  | { readonly code: 'duplicate-document'; readonly path: string }
  | { readonly code: 'document-count-exceeded'; readonly max: number }
  | { readonly code: 'document-bytes-exceeded'; readonly max: number };

/** Documents were refused; none of them is searched. */
export type DocumentKnowledgeError = FamilyError<DocumentKnowledgeFault>;
export const DocumentKnowledgeError: ErrorFamily<DocumentKnowledgeFault> = errorFamily(
  'DocumentKnowledgeError',
  describe,
);

function describe(fault: DocumentKnowledgeFault): string {
  switch (fault.code) {
    case 'invalid-name':
      return `The knowledge was refused: ${fault.reason}.`;
    case 'invalid-document':
      return `The document ${JSON.stringify(fault.path.slice(0, 80))} was refused: ${fault.reason}.`;
    case 'duplicate-document':
      return `The document "${fault.path}" was given twice; give each path once.`;
    case 'document-count-exceeded':
      return `The documents were refused: there are more than ${fault.max}; join some of them.`;
    case 'document-bytes-exceeded':
      return `The documents were refused: they take over ${fault.max} bytes together; leave some of them out.`;
  }
}
