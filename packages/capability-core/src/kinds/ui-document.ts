import type { Sha256Digest } from '../identity/sha256-digest.js';
import { uiDocumentDigest } from '../identity/ui-digest.js';
import { UI_DOCUMENT_BYTES_MAX, UI_SCRIPTS_MAX, UI_STYLES_MAX } from './limits.js';
import { UiAsset } from './ui-asset.js';
import type { UiAssetKind } from './ui-asset-kind.js';
import { type UiAssetField, UiError } from './ui-error.js';

/** What a document is made of; styles and scripts apply in their order. */
export interface UiDocumentInput {
  readonly entry: UiAsset;
  readonly styles?: readonly UiAsset[];
  readonly scripts?: readonly UiAsset[];
}

/** A page that is complete in itself: one HTML text with its styles and scripts, no addresses and no authority. */
export class UiDocument {
  readonly entry: UiAsset;
  readonly styles: readonly UiAsset[];
  readonly scripts: readonly UiAsset[];
  readonly digest: Sha256Digest;
  /** UTF-8 bytes of all assets together. */
  readonly byteLength: number;

  /**
   * @throws {UiError} `invalid-document`, `asset-kind-mismatch`, `asset-count-exceeded` or `document-too-large`
   */
  constructor({ entry, styles = [], scripts = [] }: UiDocumentInput) {
    this.entry = entry;
    this.styles = Object.freeze([...styles]);
    this.scripts = Object.freeze([...scripts]);
    const assets = [entry, ...this.styles, ...this.scripts];
    if (!assets.every((asset) => asset instanceof UiAsset)) {
      throw new UiError({ code: 'invalid-document', reason: 'one of its assets is no UiAsset' });
    }
    requireKind('entry', 'html', [entry]);
    requireCount('styles', this.styles, UI_STYLES_MAX);
    requireCount('scripts', this.scripts, UI_SCRIPTS_MAX);
    requireKind('styles', 'style', this.styles);
    requireKind('scripts', 'script', this.scripts);
    this.byteLength = assets.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (this.byteLength > UI_DOCUMENT_BYTES_MAX) {
      throw new UiError({ code: 'document-too-large', max: UI_DOCUMENT_BYTES_MAX });
    }
    this.digest = uiDocumentDigest(this);
    Object.freeze(this);
  }
}

function requireKind(field: UiAssetField, expected: UiAssetKind, assets: readonly UiAsset[]): void {
  const other = assets.find(({ kind }) => kind !== expected);
  if (other !== undefined) {
    throw new UiError({ code: 'asset-kind-mismatch', field, expected, actual: other.kind });
  }
}

function requireCount(field: UiAssetField, assets: readonly UiAsset[], max: number): void {
  if (assets.length > max) {
    throw new UiError({ code: 'asset-count-exceeded', field, max });
  }
}
