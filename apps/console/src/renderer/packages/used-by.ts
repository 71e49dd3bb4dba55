import type { PackageRow } from './package-rows.js';
import type { PackageUse } from './package-uses.js';
import { versionRelation } from './version-order.js';

/** So many are named; of more than that one is, and the others are counted. */
const NAMED_MAX = 2;

export interface UsedBy {
  readonly named: string;
  /** How many there are besides those that are named. */
  readonly more: number;
  readonly all: readonly string[];
}

/**
 * Sessions that use a version, and where it is in force the sessions that are on another one: `demo, ops on 1.0.0
 * (older)`. For a version that is not in force, what keeps it.
 */
export function usedBy({ stored, uses, elsewhere }: PackageRow): UsedBy {
  if (stored.state !== 'in-force') return summed(stored.holders);
  const others = elsewhere.map(
    (use) => `${use.session} on ${use.version} (${versionRelation(use.version, stored.version)})`,
  );
  return summed([...sessionNames(uses), ...new Set(others)]);
}

function summed(all: readonly string[]): UsedBy {
  const count = all.length > NAMED_MAX ? 1 : all.length;
  return { named: all.slice(0, count).join(', '), more: all.length - count, all };
}

/** Each session once, whether its current generation or one that drains has it. */
function sessionNames(uses: readonly PackageUse[]): readonly string[] {
  return [...new Set(uses.map((use) => use.session))];
}
