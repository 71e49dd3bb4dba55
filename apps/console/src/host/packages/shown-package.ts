import {
  type ServerConsent as Consent,
  type ConsentRequest,
  type PackageRef,
  type RegistryPlan as Plan,
  type PackageItem as ReadItem,
  type StoredPackage as Stored,
  sourceText,
} from '@changeover/capability-core/registry';
import type {
  PackageItem,
  PackageVersion,
  RegistryPlan,
  ServerConsent,
  ServerStart,
  StoredPackage,
} from '../../protocol/capability-package.js';

/** A package version as pages name it. */
export function shownVersion({ name, version, digest }: PackageRef): PackageVersion {
  return { name, version, digest };
}

/** A receipt as pages see it. */
export function shownItems(items: readonly ReadItem[]): readonly PackageItem[] {
  return items.map(({ kind, name, path, outcome, diagnostics }) => ({
    kind,
    name,
    path,
    outcome,
    diagnostics: diagnostics.map((found) => ({
      path: found.path,
      line: found.line ?? null,
      reason: found.reason,
    })),
  }));
}

/** A server and what was decided about it. */
export function shownConsent({ request, decision, decidedAt, reason }: Consent): ServerConsent {
  return { ...shownRequest(request), decision, decidedAt, reason };
}

/** A server that nobody has decided about. */
export function undecidedServer(request: ConsentRequest): ServerConsent {
  return { ...shownRequest(request), decision: 'undecided', decidedAt: null, reason: null };
}

function shownRequest({ package: owner, server, command, env, cwd, previous }: ConsentRequest) {
  return {
    package: shownVersion(owner),
    server,
    command,
    env,
    cwd,
    previous: previous === null ? null : shownStart(previous),
  };
}

function shownStart({ command, env, cwd }: ServerStart): ServerStart {
  return { command, env, cwd };
}

/** A stored version; who keeps it and what for is known elsewhere. */
export function shownPackage(
  stored: Stored,
  consents: readonly Consent[],
  { state, holders }: Pick<StoredPackage, 'state' | 'holders'>,
): StoredPackage {
  const { source, installedAt, bytes, fileCount, items, damage } = stored;
  const count = (outcome: ReadItem['outcome']): number =>
    items.filter((item) => item.outcome === outcome).length;
  return {
    ...shownVersion(stored),
    source: sourceText(source),
    installedAt,
    bytes,
    fileCount,
    loaded: count('loaded'),
    diagnosed: count('loaded-with-diagnostics'),
    skipped: count('skipped'),
    servers: consents.map(shownConsent),
    ...(damage === null ? {} : { damage }),
    state,
    holders,
  };
}

/** A plan with the sessions that would notice it, and the versions that nobody would keep after it. */
export function shownPlan(
  plan: Plan,
  { sessions, deleted }: Pick<RegistryPlan, 'sessions' | 'deleted'>,
): RegistryPlan {
  const { base, target, packages, items, unchangedItems, conflicts, consents } = plan;
  return {
    base,
    target,
    packages: packages.map(({ change, name, from, to }) => ({
      change,
      name,
      from: from === null ? null : shownVersion(from),
      to: to === null ? null : shownVersion(to),
    })),
    items,
    unchangedItems,
    conflicts,
    undecided: consents.map(undecidedServer),
    sessions,
    deleted,
  };
}
