import { CapabilitySetError } from './capability-set-error.js';
import { sha256Hex } from './sha256-hex.js';

declare const digestBrand: unique symbol;

/** `sha256:` and 64 lowercase hex digits. */
export type Sha256Digest = string & { readonly [digestBrand]: true };

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const encoder = new TextEncoder();

/** Making and reading {@link Sha256Digest}. Hashing is synchronous in every environment. */
export const Sha256Digest = {
  /**
   * Accepts text that already is a digest.
   *
   * @throws CapabilitySetError `invalid-digest`
   */
  parse(text: string, field = 'digest'): Sha256Digest {
    if (!isDigest(text)) throw new CapabilitySetError({ code: 'invalid-digest', field });
    return text;
  },

  /** Digest of bytes, or of several pieces of bytes as if they were joined. */
  of(...pieces: readonly Uint8Array[]): Sha256Digest {
    return `sha256:${sha256Hex(pieces)}` as Sha256Digest;
  },

  /** Digest of the UTF-8 form of `text`. */
  ofText(text: string): Sha256Digest {
    return Sha256Digest.of(encoder.encode(text));
  },
} as const;

function isDigest(text: string): text is Sha256Digest {
  return DIGEST.test(text);
}
