import {
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySet,
  CapabilitySource,
  CodeCatalogGeneration,
  Sha256Digest,
} from '@changeover/capability-core';
import { expect, it } from 'vitest';
import { GENERATION_SET_BYTES_MAX } from '../limits.js';
import { assertStorable } from './assert-storable.js';

const MAX_PUBLIC_NAME_BYTES = 256;
const NUMBER_DIGITS = 4;
const digest = Sha256Digest.ofText('content');
const source = CapabilitySource.host('host', digest);

/** Names of quotes but for a number, the last one with so many letters in place of quotes. */
function setOf(count: number, letters = 0): CapabilitySet {
  const descriptors = Array.from({ length: count }, (_, n) => {
    const number = String(n).padStart(NUMBER_DIGITS, '0');
    const plain = n === count - 1 ? 'x'.repeat(letters) : '';
    const publicName = `${number}${plain}`.padEnd(MAX_PUBLIC_NAME_BYTES, '"');
    return new CapabilityDescriptor({
      source,
      kind: 'skill',
      localId: `s${number}`,
      publicName,
      surfaceDigest: digest,
    });
  });
  const contribution = new CapabilityContribution(source, descriptors);
  return CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [contribution]);
}

const bytesOf = (set: CapabilitySet): number => Buffer.byteLength(JSON.stringify(set.canonicalJson()));

it('a generation is kept up to the bound of a record, and refused beyond it before anything is started', () => {
  const one = bytesOf(setOf(1));
  const count = 2 + Math.floor((GENERATION_SET_BYTES_MAX - one) / (bytesOf(setOf(2)) - one));
  const over = bytesOf(setOf(count)) - GENERATION_SET_BYTES_MAX;
  // A quote takes four bytes, since it is escaped twice, and a letter one.
  const letters = Math.ceil(over / 3);
  expect([over > 0, letters <= MAX_PUBLIC_NAME_BYTES - NUMBER_DIGITS]).toEqual([true, true]);
  expect(() => assertStorable(setOf(count, letters))).not.toThrow();
  expect(() => assertStorable(setOf(count, letters - 1))).toThrow(
    expect.objectContaining({ code: 'generation-too-large' }),
  );
});
