import type { CapabilitySet } from '@changeover/capability-core';
import type { CapabilityChange } from '../../protocol/batch.js';

interface SetChanges {
  readonly changes: readonly CapabilityChange[];
  readonly unchanged: number;
}

/** What differs between two sets. A capability is the same one as long as its kind and public name are. */
export function changesBetween(from: CapabilitySet | null, to: CapabilitySet): SetChanges {
  const changes: CapabilityChange[] = [];
  let unchanged = 0;
  for (const { id, publicName, surfaceDigest } of to.capabilities) {
    const before = from?.find(id.kind, publicName);
    if (before !== undefined && before.surfaceDigest === surfaceDigest && before.id.equals(id)) {
      unchanged += 1;
      continue;
    }
    changes.push({
      change: before === undefined ? 'added' : 'replaced',
      id: id.toString(),
      kind: id.kind,
      publicName,
      fromDigest: before?.surfaceDigest ?? null,
      toDigest: surfaceDigest,
    });
  }
  for (const { id, publicName, surfaceDigest } of from?.capabilities ?? []) {
    if (to.find(id.kind, publicName) !== undefined) continue;
    changes.push({
      change: 'removed',
      id: id.toString(),
      kind: id.kind,
      publicName,
      fromDigest: surfaceDigest,
      toDigest: null,
    });
  }
  return { changes, unchanged };
}
