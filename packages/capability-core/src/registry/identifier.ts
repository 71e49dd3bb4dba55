import { Sha256Digest } from '../identity/sha256-digest.js';

const PLAIN = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

/** Longest identifier made here; it leaves room for what sources put in front of one. */
const MAX_CHARS = 128;
const DIGEST_CHARS = 12;

/**
 * An identifier for any name. A name that is one already stands for itself; any other gets a readable rest of itself
 * and a part of its digest, so that two names never share an identifier by being simplified.
 */
export function identifierOf(name: string): string {
  if (PLAIN.test(name) && name.length <= MAX_CHARS) return name;
  const digest = Sha256Digest.ofText(name).slice('sha256:'.length, 'sha256:'.length + DIGEST_CHARS);
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_CHARS - DIGEST_CHARS - 1)
    .replace(/^-+|-+$/g, '');
  return readable === '' ? digest : `${readable}-${digest}`;
}
