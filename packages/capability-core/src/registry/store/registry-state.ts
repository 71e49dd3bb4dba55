import type { Sha256Digest } from '../../identity/sha256-digest.js';
import { EMPTY_GENERATION, type RegistryGeneration } from '../registry-generation.js';
import type { PackageRef, StoredPackage } from '../stored-package.js';
import { damagedPackage, storedPackage } from './receipt.js';
import type { Consents, Receipt } from './record-schemas.js';
import type { RegistryPaths } from './registry-paths.js';

/** A record that cannot be read. */
export interface DamagedRecord {
  readonly digest: Sha256Digest;
  /** Relative to the registry, with `/`. */
  readonly path: string;
  readonly reason: string;
}

/** Everything that the records of a registry say, in memory. Each change follows one that is on the disk already. */
export class RegistryState {
  readonly #paths: RegistryPaths;
  readonly #receipts = new Map<Sha256Digest, Receipt>();
  readonly #stored = new Map<Sha256Digest, StoredPackage>();
  readonly #consents = new Map<Sha256Digest, Consents>();
  readonly #damaged = new Map<string, DamagedRecord>();
  #generations: readonly RegistryGeneration[] = [];

  constructor(paths: RegistryPaths) {
    this.#paths = paths;
  }

  /** Ascending. */
  get generations(): readonly RegistryGeneration[] {
    return this.#generations;
  }

  get current(): RegistryGeneration {
    return this.#generations.at(-1) ?? EMPTY_GENERATION;
  }

  get damagedRecords(): readonly DamagedRecord[] {
    return [...this.#damaged.values()];
  }

  /** A generation that is stored, or generation 0, which always is what it was. */
  generation(number: number): RegistryGeneration | undefined {
    if (number === 0) return EMPTY_GENERATION;
    return this.#generations.find(({ generation }) => generation === number);
  }

  /** Numbers of the stored generations that have a version. */
  generationsOf(digest: Sha256Digest): ReadonlySet<number> {
    const having = this.#generations.filter(({ packages }) => packages.some((ref) => ref.digest === digest));
    return new Set(having.map(({ generation }) => generation));
  }

  /** Every version with a receipt, in the order of installation, after those whose receipt is lost. */
  versions(): readonly StoredPackage[] {
    const orderOf = ({ digest }: StoredPackage) => this.#receipts.get(digest)?.order ?? -1;
    return [...this.#stored.values()].sort((left, right) => orderOf(left) - orderOf(right));
  }

  version(digest: Sha256Digest): StoredPackage | undefined {
    return this.#stored.get(digest);
  }

  receipts(): readonly Receipt[] {
    return [...this.#receipts.values()];
  }

  receipt(digest: Sha256Digest): Receipt | undefined {
    return this.#receipts.get(digest);
  }

  consents(digest: Sha256Digest): Consents | undefined {
    return this.#consents.get(digest);
  }

  allConsents(): readonly Consents[] {
    return [...this.#consents.values()];
  }

  /** The order of the version that is installed next. */
  nextOrder(): number {
    return 1 + Math.max(0, ...[...this.#receipts.values()].map(({ order }) => order));
  }

  setGenerations(generations: readonly RegistryGeneration[]): void {
    this.#generations = Object.freeze([...generations]);
  }

  setReceipt(receipt: Receipt): void {
    this.#receipts.set(receipt.digest, receipt);
    this.#stored.set(receipt.digest, storedPackage(receipt, this.#paths.contentOf(receipt.digest)));
    this.#damaged.delete(`packages/${receipt.digest}`);
  }

  setConsents(consents: Consents): void {
    this.#consents.set(consents.digest, consents);
    this.#damaged.delete(`consents/${consents.digest}`);
  }

  /** Notes a receipt that is lost, with what generations still say about its package. */
  setLostReceipt(
    known: Partial<PackageRef> & { readonly digest: Sha256Digest },
    damage: DamagedRecord,
  ): void {
    this.#stored.set(known.digest, damagedPackage(known, this.#paths.contentOf(known.digest), damage.reason));
    this.#damaged.set(`packages/${known.digest}`, damage);
  }

  /** Notes decisions that are lost: whoever needs them is asked again. */
  setLostConsents(damage: DamagedRecord): void {
    this.#damaged.set(`consents/${damage.digest}`, damage);
  }

  remove(digest: Sha256Digest): void {
    this.#receipts.delete(digest);
    this.#stored.delete(digest);
    this.#consents.delete(digest);
    this.#damaged.delete(`packages/${digest}`);
    this.#damaged.delete(`consents/${digest}`);
  }
}
