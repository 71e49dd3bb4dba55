import type { Registry, StoredPackage } from '../../protocol/capability-package.js';
import { readOrder } from '../navigation/table-order.js';
import type { ViewSearch } from '../navigation/view-search.js';
import { STATES } from '../shared/ui/states.js';
import type { PackageUse } from './package-uses.js';

/** One stored version in the table. */
export interface PackageRow {
  readonly stored: StoredPackage;
  /** The row that stands for the package: its version in force, if one is; the others come right below it. */
  readonly leads: boolean;
  /** Sessions that use exactly this version. */
  readonly uses: readonly PackageUse[];
  /** Sessions that use another version of the package: told where the version in force is. */
  readonly elsewhere: readonly PackageUse[];
}

export type PackageFilter = Pick<ViewSearch, 'filter' | 'status' | 'sort'>;

export function isPackageFilter({ filter, status }: PackageFilter): boolean {
  return (filter ?? '') !== '' || groupOf(status) !== null;
}

/** Every stored version that matches, those of one package below one another, in the order that is asked for. */
export function packageRows(
  registry: Registry,
  uses: readonly PackageUse[],
  filter: PackageFilter,
): readonly PackageRow[] {
  const words = (filter.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const group = groupOf(filter.status);
  const matching = registry.packages.filter((stored) => {
    if (group !== null && !GROUPS[group](stored)) return false;
    const text = searchText(stored, uses);
    return words.every((word) => text.includes(word) || isDigestOf(stored, word));
  });
  const families = familiesOf(matching).sort(familyOrder(filter.sort));
  return families.flatMap((versions) =>
    versions.map((stored, index): PackageRow => {
      const ofPackage = uses.filter((use) => use.name === stored.name);
      return {
        stored,
        leads: index === 0,
        uses: ofPackage.filter((use) => use.digest === stored.digest),
        elsewhere: stored.state === 'in-force' ? ofPackage.filter((use) => use.digest !== stored.digest) : [],
      };
    }),
  );
}

/** Servers of a version in force that nobody has decided about: no batch with it can be applied before. */
export function undecidedServers(stored: StoredPackage): StoredPackage['servers'] {
  return stored.state === 'in-force' ? stored.servers.filter((item) => item.decision === 'undecided') : [];
}

const GROUPS = {
  'in-force': (stored: StoredPackage) => stored.state === 'in-force',
  waiting: (stored: StoredPackage) => undecidedServers(stored).length > 0,
  kept: (stored: StoredPackage) => stored.state === 'kept',
  unused: (stored: StoredPackage) => stored.state === 'unused',
} as const;

function groupOf(status: ViewSearch['status']): keyof typeof GROUPS | null {
  return status === 'in-force' || status === 'waiting' || status === 'kept' || status === 'unused'
    ? status
    : null;
}

type Family = readonly StoredPackage[];

/** The versions of each package, the one that leads first. */
function familiesOf(packages: readonly StoredPackage[]): Family[] {
  const families = new Map<string, StoredPackage[]>();
  for (const stored of packages) {
    const family = families.get(stored.name);
    if (family === undefined) families.set(stored.name, [stored]);
    else family.push(stored);
  }
  return [...families.values()].map((family) => family.sort(leadFirst));
}

function leadFirst(a: StoredPackage, b: StoredPackage): number {
  return Number(b.state === 'in-force') - Number(a.state === 'in-force') || b.installedAt - a.installedAt;
}

const names = new Intl.Collator('en', { numeric: true });

const ORDERS = {
  package: (a: StoredPackage, b: StoredPackage) => names.compare(a.name, b.name),
  installed: (a: StoredPackage, b: StoredPackage) => a.installedAt - b.installedAt,
  size: (a: StoredPackage, b: StoredPackage) => a.bytes - b.bytes,
  items: (a: StoredPackage, b: StoredPackage) => itemCount(a) - itemCount(b),
} as const;

/** Families in the order of the rows that lead them; those that are equal in it by name. */
function familyOrder(sort: string | undefined): (a: Family, b: Family) => number {
  const { id = null, desc = false } = readOrder(sort) ?? {};
  const order = isSortColumn(id) ? ORDERS[id] : ORDERS.package;
  return ([a], [b]) => {
    if (a === undefined || b === undefined) return 0;
    return (desc ? -order(a, b) : order(a, b)) || ORDERS.package(a, b);
  };
}

function isSortColumn(column: string | null): column is keyof typeof ORDERS {
  return column !== null && Object.hasOwn(ORDERS, column);
}

export function itemCount({ loaded, diagnosed, skipped }: StoredPackage): number {
  return loaded + diagnosed + skipped;
}

function searchText(stored: StoredPackage, uses: readonly PackageUse[]): string {
  return [
    stored.name,
    stored.version,
    stored.source,
    STATES[stored.state].word,
    ...stored.servers.map((item) => item.server),
    ...stored.holders,
    ...uses.filter((use) => use.digest === stored.digest).map((use) => use.session),
  ]
    .join(' ')
    .toLowerCase();
}

/** Shorter parts of a digest would be found in any version by chance. */
const DIGEST_PART_MIN = 6;

function isDigestOf(stored: StoredPackage, word: string): boolean {
  return word.length >= DIGEST_PART_MIN && stored.digest.includes(word);
}
