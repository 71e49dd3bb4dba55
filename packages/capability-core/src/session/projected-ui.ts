import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { UiBinding } from '../kinds/ui-binding.js';
import type { UiDocument } from '../kinds/ui-document.js';
import { type HandleParts, HostHandle } from './host-handle.js';

/** A published UI in the hands of a host that shows it. */
export class ProjectedUi extends HostHandle {
  /** What lists show of it. */
  readonly binding: UiBinding;

  constructor(parts: HandleParts, binding: UiBinding) {
    super(parts);
    this.binding = binding;
  }

  get document(): UiDocument {
    return this.binding.document;
  }

  get surfaceDigest(): Sha256Digest {
    return this.binding.surfaceDigest;
  }
}
