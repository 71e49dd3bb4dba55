import type { UiAssetIdentity } from '../identity/ui-digest.js';

/** What an asset is to its document. */
export type UiAssetKind = UiAssetIdentity['kind'];

/** The media type of each kind. */
export const UI_MEDIA_TYPES = Object.freeze({
  html: 'text/html',
  style: 'text/css',
  script: 'text/javascript',
} as const satisfies Record<UiAssetKind, string>);
