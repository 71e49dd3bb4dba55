import { shortDigest } from '../shared/format/digest.js';
import { shortId } from '../shared/format/run-name.js';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The target of a command with its ids and digests cut to their heads. */
export function shortTarget(target: string): string {
  return target
    .split(' ')
    .map((part) => (DIGEST.test(part) ? shortDigest(part) : shortId(part)))
    .join(' ');
}
