import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { RegistryCore } from './registry-core.js';
import { hexOf } from './store/registry-paths.js';
import { findContentDamage } from './store/stored-content.js';

/** What is not as it was stored. */
export interface DamageReport {
  /** Versions whose bytes were looked at. */
  readonly checked: number;
  readonly damaged: readonly {
    readonly digest: Sha256Digest;
    /** File or folder relative to the registry, with `/`. */
    readonly path: string;
    readonly reason: string;
  }[];
}

/** Hashes everything that is stored. See `PackageRegistry.verify`. */
export async function verifyRegistry(core: RegistryCore, signal: AbortSignal): Promise<DamageReport> {
  const damaged: DamageReport['damaged'][number][] = [...core.state.damagedRecords];
  let checked = 0;
  for (const { digest, root } of core.state.versions()) {
    const receipt = core.state.receipt(digest);
    if (receipt === undefined) continue;
    for (const { path, reason } of await findContentDamage(root, receipt, { signal })) {
      const place = ['content', hexOf(digest), ...(path === null ? [] : [path])].join('/');
      damaged.push({ digest, path: place, reason });
    }
    checked += 1;
  }
  return Object.freeze({ checked, damaged: Object.freeze(damaged) });
}
