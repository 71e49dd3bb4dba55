import { CapabilityCatalog } from '../catalog/capability-catalog.js';
import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import { CapabilityContribution } from '../identity/capability-contribution.js';
import { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CapabilitySource } from '../identity/capability-source.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { Clock } from '../lifecycle/clock.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';

const SOURCE = CapabilitySource.session('added', Sha256Digest.ofText('added'));

/** What an added server needs from its session. */
export interface AddedServerOptions {
  readonly clock: Clock;
  readonly closePolicy: ScopeClosePolicy;
  /** Told of each close of what its adapter had opened, when it begins; it never rejects. */
  readonly onClosing: (closing: Promise<void>) => void;
  /** Told how that went. */
  readonly onClosed: (report: CapabilityCleanupReport) => void;
}

/**
 * One MCP server that a host added beside the published ones. It is the only capability of a catalog of its own, so
 * that it is prepared, pinned by runs and undone after the last of them exactly as published ones are; but here
 * nobody else drains, so it closes what is left of it itself.
 */
export class AddedServer {
  readonly #options: AddedServerOptions;
  readonly #catalog: CapabilityCatalog;
  #closing: Promise<void> = Promise.resolve();

  constructor(options: AddedServerOptions) {
    this.#options = options;
    this.#catalog = new CapabilityCatalog({
      clock: options.clock,
      observer: { cleanupQueued: () => this.#drain() },
    });
  }

  /**
   * Prepares the server. `accept` sees it before anybody else does, and refuses it by throwing.
   *
   * @throws {CapabilityProjectionError} `prepare-failed`, `cancelled`, `kind-mismatch` or `public-name-mismatch`
   * @throws what `accept` throws
   */
  async start(
    name: string,
    adapter: CapabilityProjectionAdapter,
    options: { readonly signal: AbortSignal; readonly accept: (binding: McpBinding) => void },
  ): Promise<void> {
    try {
      await this.#publish(name, adapter, options);
    } finally {
      await this.#closing;
    }
  }

  /** Keeps it open until the lease is released. */
  pin(): CapabilityProjectionLease {
    return this.#catalog.pin();
  }

  /** Lets it be closed as soon as no run has it any more; if none has it, this resolves when it is closed. */
  async retire(): Promise<void> {
    using staged = this.#catalog.begin(CapabilitySet.empty(CodeCatalogGeneration.of(2)));
    using prepared = await staged.prepare();
    using validated = prepared.validate();
    validated.commit();
    await this.#closing;
  }

  /** Begins to close it, whoever has it. */
  close(): void {
    this.#catalog.retireCurrent();
  }

  async #publish(
    name: string,
    adapter: CapabilityProjectionAdapter,
    { signal, accept }: Parameters<AddedServer['start']>[2],
  ): Promise<void> {
    const { closePolicy, onClosed } = this.#options;
    const descriptor = descriptorOf(name);
    const contribution = new CapabilityContribution(SOURCE, [descriptor]);
    const generation = CodeCatalogGeneration.of(1);
    using staged = this.#catalog.begin(CapabilitySet.fromContributions(generation, [contribution]));
    staged.stage(descriptor.id, adapter);
    const observer = { lateEffect: (_id: unknown, report: CapabilityCleanupReport) => onClosed(report) };
    using prepared = await staged.prepare({ signal, policy: closePolicy, observer });
    using validated = prepared.validate();
    const value = validated.projection.get(descriptor.id);
    // Validating has seen that the value is of the descriptor's kind.
    if (value?.kind !== 'mcp') throw new TypeError('a validated projection lacks its value');
    accept(value.binding);
    validated.commit();
  }

  #drain(): void {
    const { closePolicy, onClosing, onClosed } = this.#options;
    this.#closing = this.#catalog.drainCleanup(closePolicy).then(onClosed);
    onClosing(this.#closing);
  }
}

function descriptorOf(name: string): CapabilityDescriptor {
  const surfaceDigest = Sha256Digest.ofText(name);
  return new CapabilityDescriptor({
    source: SOURCE,
    kind: 'mcp',
    localId: 'server',
    publicName: name,
    surfaceDigest,
  });
}
