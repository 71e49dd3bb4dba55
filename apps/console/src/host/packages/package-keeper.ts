import {
  type CollectionReport,
  PackageError,
  type PackageRegistry,
} from '@changeover/capability-core/registry';
import type { AuditLog } from '../audit/audit-log.js';
import { reportOfError } from '../errors/report-of-error.js';
import type { FailurePrinter } from '../print-failure.js';
import type { RegistryBoard } from './registry-board.js';

/** Keeps the packages of generations that are in use, and has those deleted that nobody keeps any more. */
export class PackageKeeper {
  readonly #parts: PackageKeeperParts;
  #isDue = false;
  #collecting: Promise<void> | null = null;

  constructor(parts: PackageKeeperParts) {
    this.#parts = parts;
  }

  /**
   * Keeps the packages of a package generation until the returned function is called, more than once if need be. One
   * that is not stored any more cannot be kept: whoever wants its packages will hear of it.
   */
  keep(packageGeneration: number, owner: string): () => void {
    const release = this.#retain(packageGeneration, owner);
    return () => {
      release();
      this.collectSoon();
    };
  }

  /** Deletes what nobody keeps, after whatever goes on now. One collection at a time, and one more at most. */
  collectSoon(): void {
    this.#isDue = true;
    this.#collecting ??= this.#collectAll();
  }

  /** Resolves when no collection is under way. Never rejects. */
  async idle(): Promise<void> {
    await this.#collecting;
  }

  #retain(packageGeneration: number, owner: string): () => void {
    try {
      return this.#parts.registry.retain(packageGeneration, owner);
    } catch (error) {
      if (error instanceof PackageError && error.code === 'unknown-generation') return () => undefined;
      throw error;
    }
  }

  async #collectAll(): Promise<void> {
    await Promise.resolve();
    while (this.#isDue && !this.#parts.stopping.aborted) {
      this.#isDue = false;
      await this.#collect();
    }
    // In one step with the last look, so that whoever lets go after it begins another collection.
    this.#collecting = null;
  }

  /** Never rejects. */
  async #collect(): Promise<void> {
    const { registry, board, stopping, printFailure } = this.#parts;
    try {
      const report = await registry.collect({ signal: stopping });
      if (report.generations.length > 0) this.#tell(report);
      board.show();
    } catch (error) {
      // What is left is in nobody's way: the next collection tries again.
      if (!stopping.aborted) printFailure('Packages could not be deleted', reportOfError(error));
    }
  }

  #tell({ generations, packages, bytes }: CollectionReport): void {
    const names = packages.map(({ name, version }) => `${name} ${version}`);
    this.#parts.audit.write({
      actor: 'host',
      command: 'package.collect',
      target: `package generations ${generations.join(', ')}`,
      outcome: 'done',
      durationMs: null,
      reason: 'Nobody keeps them any more',
      detail: names.length === 0 ? null : `Deleted ${names.join(', ')}: ${bytes} bytes`,
    });
  }
}

export interface PackageKeeperParts {
  readonly registry: Pick<PackageRegistry, 'retain' | 'collect'>;
  readonly board: Pick<RegistryBoard, 'show'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly printFailure: FailurePrinter;
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal;
}
