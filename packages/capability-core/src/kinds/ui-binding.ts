import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { uiSurfaceDigest } from '../identity/ui-digest.js';
import { UI_DESCRIPTION_BYTES_MAX, UI_ICON_BYTES_MAX, UI_TITLE_BYTES_MAX } from './limits.js';
import { UiDocument } from './ui-document.js';
import { UiError } from './ui-error.js';

/** What a UI shows in lists, and the document behind it. */
export interface UiBindingInput {
  readonly publicName: string;
  readonly title: string;
  /** Default: none. */
  readonly description?: string;
  /** Name of an icon, 1 to 64 characters of `a-z 0-9 -`; what it looks like is a matter of who shows it. */
  readonly icon: string;
  /** Place among other UIs, the smaller the earlier; a signed 32-bit integer. */
  readonly order: number;
  readonly document: UiDocument;
}

const ICON = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** One UI as it is published. Its surface digest is derived, and the descriptor's has to be the same. */
export class UiBinding {
  readonly publicName: string;
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  readonly icon: string;
  readonly order: number;
  readonly document: UiDocument;
  readonly surfaceDigest: Sha256Digest;

  /** @throws {UiError} `invalid-text`, `text-too-large`, `invalid-icon`, `invalid-order` or `invalid-document` */
  constructor({ publicName, title, description = '', icon, order, document }: UiBindingInput) {
    requireText('public name', publicName, MAX_PUBLIC_NAME_BYTES);
    requireText('title', title, UI_TITLE_BYTES_MAX);
    requireLength('description', description, UI_DESCRIPTION_BYTES_MAX);
    if (description !== '') {
      requireCharacters('description', description);
    }
    if (typeof icon !== 'string' || icon.length > UI_ICON_BYTES_MAX || !ICON.test(icon)) {
      const reason = `must be 1 to ${UI_ICON_BYTES_MAX} of a-z, 0-9 and "-", with a letter or digit at both ends`;
      throw new UiError({ code: 'invalid-icon', reason });
    }
    if (!Number.isInteger(order) || order !== (order | 0)) {
      throw new UiError({ code: 'invalid-order', reason: 'must be a signed 32-bit integer' });
    }
    if (!(document instanceof UiDocument)) {
      throw new UiError({ code: 'invalid-document', reason: 'it is no UiDocument' });
    }
    this.publicName = publicName;
    this.title = title;
    this.description = description;
    this.icon = icon;
    this.order = order;
    this.document = document;
    this.surfaceDigest = uiSurfaceDigest({
      publicName,
      title,
      description,
      icon,
      order,
      document: document.digest,
    });
    Object.freeze(this);
  }
}

function requireText(field: string, text: string, max: number): void {
  requireCharacters(field, text);
  requireLength(field, text, max);
}

function requireCharacters(field: string, text: string): void {
  const reason = typeof text === 'string' ? textFlaw(text) : 'must be a text';
  if (reason !== null) {
    throw new UiError({ code: 'invalid-text', field, reason });
  }
}

function requireLength(field: string, text: string, max: number): void {
  if (typeof text === 'string' && utf8Length(text) > max) {
    throw new UiError({ code: 'text-too-large', field, max });
  }
}
