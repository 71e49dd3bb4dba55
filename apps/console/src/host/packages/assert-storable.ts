import type { CapabilitySet } from '@changeover/capability-core';
import { HostError } from '../errors/host-error.js';
import { GENERATION_SET_BYTES_MAX } from '../limits.js';

/**
 * Refuses a set whose record the store would not take. Found out after the commit, that would end every later change;
 * a package whose names are full of quotes is enough for it, since each of them is escaped twice.
 *
 * @throws HostError `generation-too-large`
 */
export function assertStorable(set: CapabilitySet): void {
  const bytes = Buffer.byteLength(JSON.stringify(set.canonicalJson()));
  if (bytes <= GENERATION_SET_BYTES_MAX) return;
  throw new HostError(
    'generation-too-large',
    `The ${set.capabilities.length} capabilities of the batch take ${bytes} bytes in the store; at most ${GENERATION_SET_BYTES_MAX} are kept`,
    { bytes, limit: GENERATION_SET_BYTES_MAX },
  );
}
