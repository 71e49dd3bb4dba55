import type { Sha256Digest } from '../identity/sha256-digest.js';
import { compareBytes } from './byte-order.js';
import { type GenerationItem, generationItems } from './generation-items.js';
import { type PlanConflict, planConflicts } from './plan-conflicts.js';
import type { ConsentRequest } from './server-consent.js';
import type { StoredPackage } from './stored-package.js';

/** What somebody wants to be different in the next generation. A package that is removed and added is replaced. */
export interface RegistryChange {
  /** Stored versions to put in force; one of a name that is in force already replaces it. */
  readonly add?: readonly Sha256Digest[];
  /** Names of packages to take out of force; what is stored of them stays. */
  readonly remove?: readonly string[];
}

/** What becomes of one package. */
export type PackageChange =
  | { readonly change: 'added'; readonly name: string; readonly from: null; readonly to: StoredPackage }
  | { readonly change: 'removed'; readonly name: string; readonly from: StoredPackage; readonly to: null }
  | {
      readonly change: 'upgraded' | 'unchanged';
      readonly name: string;
      readonly from: StoredPackage;
      readonly to: StoredPackage;
    };

/** An item that is not the same before and after. */
export interface ItemChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly kind: GenerationItem['kind'];
  readonly publicName: string;
  readonly package: string;
  readonly fromDigest: Sha256Digest | null;
  readonly toDigest: Sha256Digest | null;
}

/** What would be in force after a change, and how that differs from what is. Reading alone; nothing is reserved. */
export interface RegistryPlan {
  /** Number of the generation that the plan was made on; on any other it is stale. */
  readonly base: number;
  /** Number that the next generation would have. */
  readonly target: number;
  /** Every package of both sides, in byte order of the names. */
  readonly packages: readonly PackageChange[];
  /** Items that are different, in byte order of package, kind and name. */
  readonly items: readonly ItemChange[];
  readonly unchangedItems: number;
  /** Names that two packages would bring. A plan with conflicts cannot be applied. */
  readonly conflicts: readonly PlanConflict[];
  /** Servers of the target that nobody has decided about; without a decision no snapshot is made. */
  readonly consents: readonly ConsentRequest[];
}

/** Compares the packages in force with those that would be. */
export function comparePackages(
  before: readonly StoredPackage[],
  after: readonly StoredPackage[],
): Pick<RegistryPlan, 'packages' | 'items' | 'unchangedItems' | 'conflicts'> {
  const [from, to] = [byKey(generationItems(before), itemKey), byKey(generationItems(after), itemKey)];
  const items = sortedKeys(from, to).flatMap((key) => itemChange(from.get(key), to.get(key)));
  const unchangedItems = [...to].filter(([key, { digest }]) => from.get(key)?.digest === digest).length;
  return {
    packages: Object.freeze(packageChanges(before, after)),
    items: Object.freeze(items),
    unchangedItems,
    conflicts: Object.freeze(planConflicts(after)),
  };
}

function packageChanges(before: readonly StoredPackage[], after: readonly StoredPackage[]): PackageChange[] {
  const [from, to] = [byKey(before, nameOf), byKey(after, nameOf)];
  return sortedKeys(from, to).flatMap((name) => packageChange(name, from.get(name), to.get(name)));
}

function packageChange(
  name: string,
  from: StoredPackage | undefined,
  to: StoredPackage | undefined,
): PackageChange[] {
  if (from === undefined) return to === undefined ? [] : [{ change: 'added', name, from: null, to }];
  if (to === undefined) return [{ change: 'removed', name, from, to: null }];
  return [{ change: from.digest === to.digest ? 'unchanged' : 'upgraded', name, from, to }];
}

function itemChange(from: GenerationItem | undefined, to: GenerationItem | undefined): ItemChange[] {
  const item = to ?? from;
  if (item === undefined || from?.digest === to?.digest) return [];
  const { kind, publicName, package: owner } = item;
  const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
  const digests = { fromDigest: from?.digest ?? null, toDigest: to?.digest ?? null };
  return [{ change, kind, publicName, package: owner, ...digests }];
}

const nameOf = ({ name }: StoredPackage): string => name;

// A name holds no control character, so this joins what cannot be mistaken.
const itemKey = (item: GenerationItem): string => [item.package, item.kind, item.publicName].join('\n');

function byKey<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  return new Map(values.map((value) => [keyOf(value), value]));
}

function sortedKeys(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].sort(compareBytes);
}
