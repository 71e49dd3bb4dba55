import type { PackageRow } from './package-rows.js';
import type { PackageUse } from './package-uses.js';
import { versionRelation } from './version-order.js';

/** Who is named before the others are only counted. */
const NAMED_MAX = 2;

/**
 * Sessions that use a version, and behind those in force the sessions that are on another one: `demo, ops on 1.0.0
 * (older)`. For a version that is not in force, what keeps it. `text` names a few and counts the others.
 */
export function usedByText({ stored, uses, elsewhere }: PackageRow): {
  readonly text: string;
  readonly all: readonly string[];
} {
  if (stored.state !== 'in-force') return summed(stored.holders, 1);
  const others = elsewhere.map(
    (use) => `${use.session} on ${use.version} (${versionRelation(use.version, stored.version)})`,
  );
  return summed([...sessionNames(uses), ...new Set(others)], NAMED_MAX);
}

function summed(
  all: readonly string[],
  namedMax: number,
): { readonly text: string; readonly all: readonly string[] } {
  const named = all.slice(0, namedMax).join(', ');
  const left = all.length - namedMax;
  return { text: left > 0 ? `${named} and ${left} more` : named, all };
}

/** Each session once, whether its current generation or one that drains has it. */
function sessionNames(uses: readonly PackageUse[]): readonly string[] {
  return [...new Set(uses.map((use) => use.session))];
}
