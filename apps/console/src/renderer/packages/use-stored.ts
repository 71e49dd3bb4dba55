import type { StoredPackage } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';

/** A version that is stored; undefined once it is not, or for no digest. */
export function useStored(digest: string | null): StoredPackage | undefined {
  return useConsole((state) => state.registry.packages.find((stored) => stored.digest === digest));
}
