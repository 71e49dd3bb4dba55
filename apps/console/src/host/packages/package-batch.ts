import type { CapabilityProjectionAdapter, SessionCapabilityBatch } from '@changeover/capability-core';
import {
  type PackagedServerStart,
  type PackageRegistry,
  snapshotBatch,
} from '@changeover/capability-core/registry';
import type { PackageVersion, ServerConsent } from '../../protocol/capability-package.js';
import { HostError } from '../errors/host-error.js';
import { assertStorable } from './assert-storable.js';
import { shownConsent, shownVersion, undecidedServer } from './shown-package.js';

/** Makes the adapter of a package's server. */
export type ServerAdapterFactory = (start: PackagedServerStart) => CapabilityProjectionAdapter;

/** What a batch is made of: some packages of one package generation. */
export interface BatchContent {
  readonly packageGeneration: number;
  /** Names. */
  readonly packages: readonly string[];
}

/** A batch made of packages, with what it is made of. */
export interface PackageBatch {
  readonly batch: SessionCapabilityBatch;
  readonly packages: readonly PackageVersion[];
  /** Servers that nobody has decided about; only in a batch that is compared and never applied. */
  readonly undecided: readonly ServerConsent[];
  /** Servers that are left out. */
  readonly refused: readonly ServerConsent[];
}

/**
 * The batch that publishes these packages, and nothing else, as a generation. Every stored byte of them is checked.
 *
 * @throws PackageError `unknown-generation`, `unknown-package`, `consent-required`, `content-damaged`,
 * `name-conflict`, `cancelled`; HostError `nothing-installed`,
 * `generation-too-large`; CapabilitySetError
 */
export async function packageBatch(
  registry: Pick<PackageRegistry, 'snapshot' | 'consents'>,
  { packageGeneration, packages }: BatchContent,
  options: {
    /** Number of the generation to publish. */
    readonly generation: number;
    /** `assumed` for comparing: a batch whose servers nobody has decided about fails when it is applied. */
    readonly consent: 'required' | 'assumed';
    /** Who is named while a run holds a lease on the packages. */
    readonly owner: string;
    readonly serverAdapter: ServerAdapterFactory;
    readonly signal: AbortSignal;
  },
): Promise<PackageBatch> {
  if (packageGeneration === 0) {
    throw new HostError('nothing-installed', 'No package was ever installed, so there is nothing to apply');
  }
  const { generation, consent, owner, serverAdapter, signal } = options;
  const snapshot = await registry.snapshot({
    generation: packageGeneration,
    packages,
    consent,
    owner,
    adapters: { mcp: serverAdapter },
    signal,
  });
  const consents = snapshot.packages.flatMap(({ digest }) => registry.consents(digest));
  const batch = snapshotBatch(snapshot, generation);
  assertStorable(batch.target);
  return {
    batch,
    packages: snapshot.packages.map(shownVersion),
    undecided: snapshot.undecided.map(undecidedServer),
    refused: consents.filter(({ decision }) => decision === 'refused').map(shownConsent),
  };
}
