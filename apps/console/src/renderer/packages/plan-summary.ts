import type { PackageVersion, RegistryPlan } from '../../protocol/capability-package.js';
import { shortDigest } from '../shared/format/digest.js';
import type { StateName } from '../shared/ui/states.js';
import type { VersionChange } from './generation-changes.js';
import { compareVersions } from './version-order.js';

/** What putting a version in force does to its package. */
export type Installation = 'install' | 'upgrade' | 'downgrade' | 'replace' | 'nothing';

export function installationOf(from: PackageVersion | null, to: PackageVersion): Installation {
  if (from === null) return 'install';
  if (from.digest === to.digest) return 'nothing';
  const order = compareVersions(to.version, from.version);
  return order === 0 ? 'replace' : order > 0 ? 'upgrade' : 'downgrade';
}

const VERBS = {
  install: 'Install',
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  replace: 'Replace',
  nothing: 'In force already:',
} as const satisfies Record<Installation, string>;

/** What a button says that does it: `Install notes 1.0.0`, `Upgrade notes 1.0.0 → 1.1.0`. */
export function installationTitle(from: PackageVersion | null, to: PackageVersion): string {
  const kind = installationOf(from, to);
  const verb = VERBS[kind];
  if (from === null || kind === 'nothing') return `${verb} ${to.name} ${to.version}`;
  if (kind !== 'replace') return `${verb} ${to.name} ${from.version} → ${to.version}`;
  return `${verb} ${to.name} ${to.version}, ${shortDigest(from.digest)} → ${shortDigest(to.digest)}`;
}

/** How a package changed, as a state. */
export function versionChangeState({ change, from, to }: VersionChange): StateName {
  if (change !== 'replaced') return change;
  const kind = installationOf(from, to);
  return kind === 'upgrade' ? 'upgraded' : kind === 'downgrade' ? 'downgraded' : 'replaced';
}

/** How a package changed, in few words: `notes 1.0.0 → 1.1.0`. */
export function versionChangeText({ change, from, to }: VersionChange): string {
  if (change === 'added') return `${to.name} ${to.version}`;
  if (change === 'removed') return `${from.name} ${from.version}`;
  if (from.version !== to.version) return `${to.name} ${from.version} → ${to.version}`;
  return `${to.name} ${to.version} with other content`;
}

/** The version of a package that a plan would put another one in the place of; null where there is none. */
export function replacedBy(plan: RegistryPlan, name: string): PackageVersion | null {
  return plan.packages.find((item) => item.name === name)?.from ?? null;
}

/** Packages that a plan changes, as the history tells it later. */
export function plannedChanges(plan: RegistryPlan): readonly VersionChange[] {
  return plan.packages.flatMap(({ name, from, to }): VersionChange[] => {
    if (from === null) return to === null ? [] : [{ change: 'added', name, from, to }];
    if (to === null) return [{ change: 'removed', name, from, to }];
    return from.digest === to.digest ? [] : [{ change: 'replaced', name, from, to }];
  });
}

/** Why a plan cannot be carried out as it is; null when it can. */
export function planObstacle(plan: RegistryPlan): string | null {
  const { conflicts } = plan;
  if (conflicts.length > 0) {
    return conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`;
  }
  return plannedChanges(plan).length === 0 ? 'nothing would change' : null;
}
