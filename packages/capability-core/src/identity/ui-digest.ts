import { type DigestField, digestOfFields, i32be } from './canonical-framing.js';
import type { Sha256Digest } from './sha256-digest.js';

const DIGEST_DOMAIN = 'a3s-code-ui';

/** Identity of one asset; the digest is the plain SHA-256 of its bytes. */
export interface UiAssetIdentity {
  readonly kind: 'html' | 'style' | 'script';
  readonly digest: Sha256Digest;
}

/** Identity of a document. The order of styles and scripts is part of it. */
export interface UiDocumentIdentity {
  readonly entry: UiAssetIdentity;
  readonly styles: readonly UiAssetIdentity[];
  readonly scripts: readonly UiAssetIdentity[];
}

/** What a UI shows in lists, and the document behind it. */
export interface UiSurfaceIdentity {
  readonly publicName: string;
  readonly title: string;
  readonly description: string;
  readonly icon: string;
  /** Signed 32-bit integer. */
  readonly order: number;
  readonly document: Sha256Digest;
}

/** Digest of a UI document. */
export function uiDocumentDigest({ entry, styles, scripts }: UiDocumentIdentity): Sha256Digest {
  return digestOfFields(DIGEST_DOMAIN, [
    'a3s.code.ui-document.v1',
    ...assetFields(entry),
    { count: styles.length },
    ...styles.flatMap(assetFields),
    { count: scripts.length },
    ...scripts.flatMap(assetFields),
  ]);
}

/** Surface digest of a `ui` capability. */
export function uiSurfaceDigest(surface: UiSurfaceIdentity): Sha256Digest {
  return digestOfFields(DIGEST_DOMAIN, [
    'a3s.code.ui-binding.v1',
    surface.publicName,
    surface.title,
    surface.description,
    surface.icon,
    i32be(surface.order),
    surface.document,
  ]);
}

function assetFields({ kind, digest }: UiAssetIdentity): DigestField[] {
  return [kind, digest];
}
