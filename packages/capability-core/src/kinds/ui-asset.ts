import { Sha256Digest } from '../identity/sha256-digest.js';
import { isWellFormed, utf8Length } from '../identity/text-rules.js';
import { UI_ASSET_BYTES_MAX } from './limits.js';
import { UI_MEDIA_TYPES, type UiAssetKind } from './ui-asset-kind.js';
import { UiError } from './ui-error.js';

/** One text of a UI, named by the digest of its bytes. What shows it in logs shows its size, not its content. */
export class UiAsset {
  readonly kind: UiAssetKind;
  readonly mediaType: (typeof UI_MEDIA_TYPES)[UiAssetKind];
  /** SHA-256 of the UTF-8 bytes. */
  readonly digest: Sha256Digest;
  /** UTF-8 bytes. */
  readonly byteLength: number;
  readonly #content: string;

  /** @throws {UiError} `invalid-asset`, `empty-asset` or `asset-too-large` */
  constructor(kind: UiAssetKind, content: string) {
    if (!Object.hasOwn(UI_MEDIA_TYPES, kind)) {
      throw new UiError({ code: 'invalid-asset', reason: 'its kind is none of html, style and script' });
    }
    if (typeof content !== 'string' || !isWellFormed(content)) {
      throw new UiError({ code: 'invalid-asset', reason: 'its content is no text that UTF-8 can say' });
    }
    if (content === '') {
      throw new UiError({ code: 'empty-asset' });
    }
    this.byteLength = utf8Length(content);
    if (this.byteLength > UI_ASSET_BYTES_MAX) {
      throw new UiError({ code: 'asset-too-large', kind, max: UI_ASSET_BYTES_MAX });
    }
    this.kind = kind;
    this.mediaType = UI_MEDIA_TYPES[kind];
    this.digest = Sha256Digest.ofText(content);
    this.#content = content;
    Object.freeze(this);
  }

  /**
   * An asset whose digest is known already.
   *
   * @throws {UiError} `asset-digest-mismatch`, and the codes of the constructor
   */
  static verified(kind: UiAssetKind, content: string, expected: Sha256Digest): UiAsset {
    const asset = new UiAsset(kind, content);
    if (asset.digest !== expected) {
      throw new UiError({ code: 'asset-digest-mismatch', kind, expected, actual: asset.digest });
    }
    return asset;
  }

  get content(): string {
    return this.#content;
  }
}
