import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';
import type { UiAssetKind } from './ui-asset-kind.js';

/** Where an asset stands in a document. */
export type UiAssetField = 'entry' | 'styles' | 'scripts';

/** Why an asset, a document or a UI was refused. */
export type UiFault =
  | { readonly code: 'invalid-asset'; readonly reason: string }
  | { readonly code: 'empty-asset' }
  | { readonly code: 'asset-too-large'; readonly kind: UiAssetKind; readonly max: number }
  | {
      readonly code: 'asset-digest-mismatch';
      readonly kind: UiAssetKind;
      readonly expected: string;
      readonly actual: string;
    }
  | {
      readonly code: 'asset-kind-mismatch';
      readonly field: UiAssetField;
      readonly expected: UiAssetKind;
      readonly actual: UiAssetKind;
    }
  | { readonly code: 'asset-count-exceeded'; readonly field: UiAssetField; readonly max: number }
  | { readonly code: 'document-too-large'; readonly max: number }
  | { readonly code: 'invalid-document'; readonly reason: string }
  | { readonly code: 'invalid-text'; readonly field: string; readonly reason: string }
  | { readonly code: 'text-too-large'; readonly field: string; readonly max: number }
  | { readonly code: 'invalid-icon'; readonly reason: string }
  | { readonly code: 'invalid-order'; readonly reason: string };

/** A UI was refused; nothing of it is published. */
export type UiError = FamilyError<UiFault>;
export const UiError: ErrorFamily<UiFault> = errorFamily('UiError', describe);

function describe(fault: UiFault): string {
  switch (fault.code) {
    case 'invalid-asset':
      return `The asset was refused: ${fault.reason}.`;
    case 'empty-asset':
      return 'The asset was refused: it is empty; leave it out.';
    case 'asset-too-large':
      return `The ${fault.kind} asset was refused: it takes over ${fault.max} bytes; split it.`;
    case 'asset-digest-mismatch':
      return `The ${fault.kind} asset was refused: its digest is ${fault.actual}, not ${fault.expected}; fetch it again.`;
    case 'asset-kind-mismatch':
      return `The document was refused: ${fault.field} takes ${fault.expected} assets, not one of kind ${fault.actual}.`;
    case 'asset-count-exceeded':
      return `The document was refused: it has more than ${fault.max} ${fault.field}; join some of them.`;
    case 'document-too-large':
      return `The document was refused: its assets take over ${fault.max} bytes together.`;
    case 'invalid-document':
      return `The document was refused: ${fault.reason}.`;
    case 'invalid-text':
      return `The UI was refused: its ${fault.field} ${fault.reason}.`;
    case 'text-too-large':
      return `The UI was refused: its ${fault.field} takes over ${fault.max} bytes.`;
    case 'invalid-icon':
      return `The UI was refused: its icon ${fault.reason}.`;
    case 'invalid-order':
      return `The UI was refused: its order ${fault.reason}.`;
  }
}
