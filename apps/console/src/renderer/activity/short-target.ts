import { shortDigest } from '../shared/format/digest.js';
import { shortId } from '../shared/format/run-name.js';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The target of a command with its ids and digests cut to their heads, and paths to their ends. */
export function shortTarget(target: string): string {
  return target
    .split(' ')
    .map((part) => {
      if (DIGEST.test(part)) return shortDigest(part);
      return part.startsWith('/') ? shortPath(part) : shortId(part);
    })
    .join(' ');
}

/** The last two parts of a path, which tell folders apart. */
function shortPath(path: string): string {
  const parts = path.split('/').filter(Boolean);
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`;
}
