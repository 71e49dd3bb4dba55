import { boundedMessage } from '../lifecycle/bounded-message.js';
import { CONTEXT_PROVIDERS_MAX } from '../session/limits.js';
import { generationItems } from './generation-items.js';
import { MAX_ITEMS_PER_GENERATION, MAX_PACKAGES_PER_GENERATION } from './limits.js';
import { PackageError } from './package-error.js';
import type { RegistryCore } from './registry-core.js';
import { inNameOrder, packageRevision, type RegistryGeneration } from './registry-generation.js';
import {
  comparePackages,
  type PackageChange,
  type RegistryChange,
  type RegistryPlan,
} from './registry-plan.js';
import { addRecord } from './store/put-record.js';
import { packageRef, type StoredPackage } from './stored-package.js';

/** Plans a change of the current generation. See `PackageRegistry.plan`. */
export function makePlan(core: RegistryCore, { add = [], remove = [] }: RegistryChange): RegistryPlan {
  const before = packagesOf(core, core.state.current);
  const after = new Map(before.map((stored) => [stored.name, stored]));
  for (const name of new Set(remove)) if (!after.delete(name)) throw notInForce(core, name);
  for (const stored of addedVersions(core, add)) after.set(stored.name, stored);
  const target = inNameOrder(after.values());
  refuseTooMuch(core, target);
  const consents = target.flatMap((stored) => core.consentsOf(stored));
  const base = core.state.current.generation;
  return Object.freeze({
    base,
    target: base + 1,
    ...comparePackages(before, target),
    consents: Object.freeze(
      consents.filter(({ decision }) => decision === 'undecided').map(({ request }) => request),
    ),
  });
}

/** Publishes what a plan says. See `PackageRegistry.apply`. */
export function publishPlan(
  core: RegistryCore,
  plan: RegistryPlan,
  { cause, signal }: { readonly cause?: string | undefined; readonly signal: AbortSignal },
): Promise<RegistryGeneration> {
  return core.exclusively(signal, 'Publishing the plan', async () => {
    if (plan.base !== core.state.current.generation) throw stalePlan(core, plan);
    // The plan may have travelled, and versions may have been forgotten: what counts is what is stored now.
    const remove = plan.packages.filter(({ change }) => change === 'removed').map(({ name }) => name);
    const add = plan.packages.filter(isAddition).map(({ to }) => to.digest);
    const { packages, conflicts, target } = makePlan(core, { add, remove });
    const [conflict] = conflicts;
    if (conflict !== undefined) throw new PackageError('name-conflict', conflict.message, rootOf(core));
    const changes = packages.filter(({ change }) => change !== 'unchanged');
    if (changes.length === 0) throw nothingToChange(core);
    const refs = packages.flatMap(({ to }) => (to === null ? [] : [packageRef(to)]));
    const generation: RegistryGeneration = Object.freeze({
      generation: target,
      revision: packageRevision(refs),
      publishedAt: core.settings.clock.now(),
      cause: boundedMessage(cause ?? '', changes.map(described).join(', ')),
      packages: Object.freeze(refs),
    });
    return publish(core, plan, generation);
  });
}

async function publish(
  core: RegistryCore,
  plan: RegistryPlan,
  generation: RegistryGeneration,
): Promise<RegistryGeneration> {
  const path = core.paths.generationOf(generation.generation);
  const written = () => core.step('generation-written');
  if (!(await addRecord(core.paths, { path, written }, generation))) {
    await core.reload();
    throw stalePlan(core, plan);
  }
  core.step('generation-placed');
  core.state.setGenerations([...core.state.generations, generation]);
  return generation;
}

/** The versions that a generation is made of. */
export function packagesOf(core: RegistryCore, { packages }: RegistryGeneration): readonly StoredPackage[] {
  return packages.map(({ digest }) => core.version(digest));
}

function addedVersions(core: RegistryCore, digests: NonNullable<RegistryChange['add']>): StoredPackage[] {
  const versions = [...new Set(digests)].map((digest) => core.soundVersion(digest));
  const byName = new Map<string, StoredPackage>();
  for (const stored of versions) {
    const other = byName.get(stored.name);
    if (other !== undefined) {
      throw new PackageError(
        'duplicate-package',
        `${other.version} and ${stored.version} are both the package ${stored.name}; add one of them.`,
        { root: stored.root, otherPath: other.root },
      );
    }
    byName.set(stored.name, stored);
  }
  return versions;
}

type Addition =
  | Extract<PackageChange, { change: 'added' }>
  | Extract<PackageChange, { from: StoredPackage; to: StoredPackage }>;

function isAddition(change: PackageChange): change is Addition {
  return change.change === 'added' || change.change === 'upgraded';
}

function described({ change, name, from, to }: PackageChange): string {
  if (to === null) return `${name} removed`;
  return from === null ? `${name} ${to.version} ${change}` : `${name} ${from.version} → ${to.version}`;
}

function rootOf(core: RegistryCore): { readonly root: string } {
  return { root: core.paths.root };
}

function notInForce(core: RegistryCore, name: string): PackageError {
  const message = `No package ${name} is in force; there is nothing to remove.`;
  return new PackageError('unknown-package', message, rootOf(core));
}

/** What no session could take up as a set is not published. */
function refuseTooMuch(core: RegistryCore, target: readonly StoredPackage[]): void {
  const items = generationItems(target);
  for (const [count, limit, what] of [
    [target.length, MAX_PACKAGES_PER_GENERATION, 'packages'],
    [items.length, MAX_ITEMS_PER_GENERATION, 'items'],
    [items.filter(({ kind }) => kind === 'context').length, CONTEXT_PROVIDERS_MAX, 'contexts'],
  ] as const) {
    if (count <= limit) continue;
    const message = `The generation would have ${count} ${what}; at most ${limit} can be in force.`;
    throw new PackageError('package-limit-exceeded', message, { ...rootOf(core), limit });
  }
}

function stalePlan(core: RegistryCore, { base }: RegistryPlan): PackageError {
  const current = core.state.current.generation;
  const message = `The plan was made on generation ${base}, and ${current} is in force; plan the change again.`;
  return new PackageError('stale-plan', message, rootOf(core));
}

function nothingToChange(core: RegistryCore): PackageError {
  const message = 'The plan changes no package; nothing is published.';
  return new PackageError('nothing-to-change', message, rootOf(core));
}
