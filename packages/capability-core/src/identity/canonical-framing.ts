/**
 * How typed content becomes the bytes that are hashed. Four framings are in use, each fixed by the digests that already
 * exist under it; they are not interchangeable.
 */
import { Sha256Digest } from './sha256-digest.js';

const encoder = new TextEncoder();

/** `domain NUL ‖ len(schema) ‖ schema ‖ payload ‖ len(payload)`: capability sets. */
export function digestWithTrailingLength(
  domain: string,
  schema: string,
  payload: readonly Uint8Array[],
): Sha256Digest {
  const schemaBytes = encoder.encode(schema);
  const payloadBytes = payload.reduce((sum, { length }) => sum + length, 0);
  return Sha256Digest.of(
    domainBytes(domain),
    u64be(schemaBytes.length),
    schemaBytes,
    ...payload,
    u64be(payloadBytes),
  );
}

/** `len(domain) ‖ domain ‖ len(payload) ‖ payload` after a NUL-ended prefix: cognitive snapshots. */
export function digestWithLeadingLength(prefix: string, domain: string, payload: Uint8Array): Sha256Digest {
  const bytes = encoder.encode(domain);
  return Sha256Digest.of(domainBytes(prefix), u64be(bytes.length), bytes, u64be(payload.length), payload);
}

/** `domain NUL ‖ schema NUL ‖ payload`, no lengths: ceilings. */
export function digestWithoutLengths(domain: string, schema: string, payload: Uint8Array): Sha256Digest {
  return Sha256Digest.of(domainBytes(domain), domainBytes(schema), payload);
}

/** One field of {@link digestOfFields}: text, bytes, or a number as eight bytes. */
export type DigestField = string | Uint8Array | { readonly count: number };

/** `domain NUL ‖ (len(field) ‖ field)…`: UI documents and knowledge surfaces. */
export function digestOfFields(domain: string, fields: readonly DigestField[]): Sha256Digest {
  const pieces = [domainBytes(domain)];
  for (const field of fields) {
    const bytes = fieldBytes(field);
    pieces.push(u64be(bytes.length), bytes);
  }
  return Sha256Digest.of(...pieces);
}

/** Four big-endian bytes of a signed 32-bit integer. */
export function i32be(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

function fieldBytes(field: DigestField): Uint8Array {
  if (typeof field === 'string') return encoder.encode(field);
  return field instanceof Uint8Array ? field : u64be(field.count);
}

function domainBytes(domain: string): Uint8Array {
  return encoder.encode(`${domain}\0`);
}

function u64be(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
