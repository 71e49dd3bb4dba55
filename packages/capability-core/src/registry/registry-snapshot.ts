import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';
import { GenerationLeases } from './generation-leases.js';
import type { PackageAdapterFactories, PackagedServerStart } from './package-adapters.js';
import { PackageError } from './package-error.js';
import type { PackageFolder } from './package-folder.js';
import { contentDamaged } from './package-refusal.js';
import type { RegistryCore } from './registry-core.js';
import { packageRevision, type RegistryGeneration } from './registry-generation.js';
import type { ConsentRequest } from './server-consent.js';
import { readStoredContent } from './store/stored-content.js';
import type { PackageRef, StoredPackage } from './stored-package.js';
import { assembleSnapshot, type UseSnapshot } from './use-snapshot.js';

/** How a snapshot of a generation is made. */
export interface RegistrySnapshotOptions {
  readonly generation: number;
  /** Names of the packages to take; all of the generation when absent. */
  readonly packages?: readonly string[];
  readonly adapters: PackageAdapterFactories;
  /**
   * `required` when absent. `assumed` is for comparing: servers that nobody has decided about are in the snapshot, listed
   * in `undecided`, and refuse with `consent-required` when they are prepared.
   */
  readonly consent?: 'required' | 'assumed';
  /** Who is named as the holder while a lease is held. */
  readonly owner?: string;
  readonly signal: AbortSignal;
}

/** A snapshot whose packages are those of the registry's store. */
export interface RegistrySnapshot extends UseSnapshot {
  /** Servers that are left out, because somebody refused them. */
  readonly refusedServers: readonly { readonly package: PackageRef; readonly server: string }[];
  /** Servers that nobody has decided about; empty unless consent is assumed. */
  readonly undecided: readonly ConsentRequest[];
}

const UNNAMED_OWNER = 'a run';

/** Makes a snapshot. See `PackageRegistry.snapshot`. */
export async function makeSnapshot(
  core: RegistryCore,
  options: RegistrySnapshotOptions,
): Promise<RegistrySnapshot> {
  const { generation: number, owner = UNNAMED_OWNER, signal } = options;
  const generation = core.generation(number);
  const letGo = core.holds.add({ owner, generation: number, kind: 'retained' });
  try {
    const versions = takenVersions(core, generation, options.packages);
    const undecided = undecidedServers(core, versions);
    if (undecided.length > 0 && options.consent !== 'assumed') throw consentRequired(core, undecided);
    const folders: PackageFolder[] = [];
    for (const stored of versions) {
      folders.push(withoutRefused(core, stored, await readVersion(core, stored, signal)));
    }
    const leaseProvider = new GenerationLeases(cursor(generation, versions), () =>
      lease(core, number, owner),
    );
    const adapters = { mcp: (start: PackagedServerStart) => consentedServer(core, versions, start, options) };
    return Object.freeze({
      ...assembleSnapshot(folders, { leaseProvider, adapters, texts: 'as-read' }),
      refusedServers: Object.freeze(versions.flatMap((stored) => refusedServers(core, stored))),
      undecided: Object.freeze(undecided),
    });
  } finally {
    letGo();
  }
}

/** Reads a stored version, every byte of it checked. @throws {PackageError} `content-damaged` or `cancelled` */
export async function readVersion(
  core: RegistryCore,
  { digest, root, damage }: StoredPackage,
  signal: AbortSignal,
): Promise<PackageFolder> {
  const receipt = core.state.receipt(digest);
  if (receipt === undefined) throw contentDamaged(root, undefined, `its receipt is lost (${damage})`);
  const { variables, firstArgument } = core.settings;
  return readStoredContent(root, receipt, { signal, variables, firstArgument });
}

function takenVersions(
  core: RegistryCore,
  { generation, packages }: RegistryGeneration,
  names: readonly string[] | undefined,
): readonly StoredPackage[] {
  const missing = names?.find((name) => packages.every((ref) => ref.name !== name));
  if (missing !== undefined) {
    throw new PackageError(
      'unknown-package',
      `Generation ${generation} has no package ${missing}; take one that it has.`,
      { root: core.paths.root },
    );
  }
  const taken = names === undefined ? packages : packages.filter(({ name }) => names.includes(name));
  return taken.map(({ digest }) => core.version(digest));
}

function undecidedServers(core: RegistryCore, versions: readonly StoredPackage[]): ConsentRequest[] {
  const consents = versions.flatMap((stored) => core.consentsOf(stored));
  return consents.filter(({ decision }) => decision === 'undecided').map(({ request }) => request);
}

function consentRequired(core: RegistryCore, requests: readonly ConsentRequest[]): PackageError {
  const servers = requests.map(({ package: { name }, server }) => `${server} of ${name}`).join(', ');
  return new PackageError(
    'consent-required',
    `These servers start programs, and nobody has allowed or refused them yet: ${servers}. Decide about each.`,
    { root: core.paths.root, requests },
  );
}

function refusedServers(core: RegistryCore, stored: StoredPackage): RegistrySnapshot['refusedServers'] {
  return core
    .consentsOf(stored)
    .filter(({ decision }) => decision === 'refused')
    .map(({ request }) => Object.freeze({ package: request.package, server: request.server }));
}

function withoutRefused(core: RegistryCore, stored: StoredPackage, folder: PackageFolder): PackageFolder {
  const refused = new Set(refusedServers(core, stored).map(({ server }) => server));
  if (refused.size === 0) return folder;
  const servers = folder.servers.filter(({ config }) => !refused.has(config.name));
  return Object.freeze({ ...folder, servers: Object.freeze(servers) });
}

/** A server that was allowed when the snapshot was made may have been refused before it is started. */
function consentedServer(
  core: RegistryCore,
  versions: readonly StoredPackage[],
  start: PackagedServerStart,
  { adapters }: RegistrySnapshotOptions,
): CapabilityProjectionAdapter {
  const inner = adapters.mcp(start);
  return {
    async prepare(options) {
      const stored = versions.find(({ name }) => name === start.packageName);
      const consents = stored === undefined ? [] : core.consentsOf(stored);
      const own = consents.filter(({ request }) => request.server === start.config.name);
      const open = own.filter(({ decision }) => decision !== 'allowed');
      if (open.length > 0)
        throw consentRequired(
          core,
          open.map(({ request }) => request),
        );
      return inner.prepare(options);
    },
  };
}

function lease(core: RegistryCore, generation: number, owner: string): () => void {
  if (core.state.generation(generation) === undefined) {
    throw new UseGenerationLeaseError(`generation ${generation} of the packages is no longer kept`);
  }
  return core.holds.add({ owner, generation, kind: 'lease' });
}

function cursor(generation: RegistryGeneration, taken: readonly PackageRef[]): UseCapabilityGeneration {
  const registryRevision = Sha256Digest.ofText(
    JSON.stringify(['changeover.package-registry.v1', generation.generation, generation.revision]),
  );
  return new UseCapabilityGeneration(generation.generation, packageRevision(taken), registryRevision);
}
