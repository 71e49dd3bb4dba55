import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECRET_BYTES } from './limits.js';

/**
 * Decides which browser may see the console. Whoever brings the token first gets the cookie; after that the token is
 * worth nothing, so that a URL left in a history or a terminal opens no door.
 */
export class AccessGate {
  readonly token: string = secret();
  #cookie: string | null = null;

  /** The cookie's value for the first one who brings the token; null for anybody else. */
  exchange(token: string): string | null {
    if (this.#cookie !== null || !same(token, this.token)) return null;
    this.#cookie = secret();
    return this.#cookie;
  }

  admits(cookie: string | null): boolean {
    return this.#cookie !== null && cookie !== null && same(cookie, this.#cookie);
  }
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function same(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Digests have one length, so that the comparison tells nothing about the secret's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
