import type { StoredPackage } from '../../protocol/capability-package.js';
import type { StateName } from '../shared/ui/states.js';
import type { Verification } from './verification.js';

/** How a version stands: one whose receipt or content is not as it was stored is damaged before anything else. */
export function versionState(stored: StoredPackage, verified: Verification | null): StateName {
  const isDamaged =
    stored.damage !== undefined || verified?.damaged.some((item) => item.digest === stored.digest) === true;
  return isDamaged ? 'damaged' : stored.state;
}
