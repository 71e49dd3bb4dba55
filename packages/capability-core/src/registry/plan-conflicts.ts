import { type GenerationItem, generationItems } from './generation-items.js';
import { identifierOf } from './identifier.js';
import type { StoredPackage } from './stored-package.js';

/** A name that two packages of one generation would bring. */
export interface PlanConflict {
  /** `package`: two packages whose names make one identifier. */
  readonly kind: GenerationItem['kind'] | 'package';
  readonly publicName: string;
  readonly packages: readonly [string, string];
  readonly message: string;
}

/** What keeps packages from being in force together. */
export function planConflicts(packages: readonly StoredPackage[]): PlanConflict[] {
  const ownerByName = new Map<string, string>();
  const conflicts: PlanConflict[] = [];
  const claim = (kind: PlanConflict['kind'], publicName: string, owner: string): void => {
    const key = `${kind}\n${publicName}`;
    const other = ownerByName.get(key);
    if (other === undefined) ownerByName.set(key, owner);
    else conflicts.push(conflict(kind, publicName, [other, owner]));
  };
  for (const { name } of packages) claim('package', identifierOf(name), name);
  for (const { kind, publicName, package: owner } of generationItems(packages))
    claim(kind, publicName, owner);
  return conflicts;
}

function conflict(
  kind: PlanConflict['kind'],
  publicName: string,
  packages: readonly [string, string],
): PlanConflict {
  const what =
    kind === 'package'
      ? `The packages ${packages.join(' and ')} would both be known as ${publicName}`
      : `The packages ${packages.join(' and ')} both bring ${NOUN[kind]} ${publicName}`;
  const message = `${what}; leave one of them out or rename it.`;
  return Object.freeze({ kind, publicName, packages: Object.freeze(packages), message });
}

const NOUN: Readonly<Record<GenerationItem['kind'], string>> = {
  skill: 'a skill',
  mcp: 'an MCP server',
  agent: 'an agent',
  command: 'a command',
  context: 'a context',
};
