import type { CapabilityDescriptor, CapabilitySet } from '@changeover/capability-core';
import type { CapabilityChange, CatalogDiff } from '../../protocol/catalog-diff.js';
import { shownCapability } from './generation-entity.js';

/** What differs between two sets. A capability is the same one as long as its kind and public name are. */
export function changesBetween(
  from: CapabilitySet,
  to: CapabilitySet,
): Pick<CatalogDiff, 'changes' | 'unchanged'> {
  const changes: CapabilityChange[] = [];
  let unchanged = 0;
  for (const after of to.capabilities) {
    const before = from.find(after.id.kind, after.publicName);
    const change = changeOf(before, after);
    if (change === null) unchanged += 1;
    else changes.push(addedOrChanged(change, before, after));
  }
  for (const before of from.capabilities) {
    if (to.find(before.id.kind, before.publicName) === undefined) changes.push(removed(before));
  }
  return { changes, unchanged };
}

function changeOf(
  before: CapabilityDescriptor | undefined,
  after: CapabilityDescriptor,
): CapabilityChange['change'] | null {
  if (before === undefined) return 'added';
  if (before.surfaceDigest !== after.surfaceDigest || !before.id.equals(after.id)) return 'replaced';
  return needs(before) === needs(after) ? null : 'requirement-changed';
}

/** Sets list dependencies in canonical order, so equal ones are equal texts. */
function needs({ dependencies }: CapabilityDescriptor): string {
  return dependencies.join('\n');
}

function addedOrChanged(
  change: CapabilityChange['change'],
  before: CapabilityDescriptor | undefined,
  after: CapabilityDescriptor,
): CapabilityChange {
  const to = shownCapability(after);
  const { id, kind, publicName } = to;
  return { change, id, kind, publicName, from: before === undefined ? null : shownCapability(before), to };
}

function removed(before: CapabilityDescriptor): CapabilityChange {
  const from = shownCapability(before);
  const { id, kind, publicName } = from;
  return { change: 'removed', id, kind, publicName, from, to: null };
}
