/** Somebody who needs the packages of a generation to stay where they are. */
export interface PackageHolder {
  readonly owner: string;
  readonly generation: number;
  /** Runs of this owner that hold a lease; 0 when it only retains the generation. */
  readonly leases: number;
}

interface Hold {
  readonly owner: string;
  readonly generation: number;
  readonly kind: 'lease' | 'retained';
}

/** Who holds which generation in this process. */
export class GenerationHolds {
  readonly #holds = new Set<Hold>();

  /** Notes a hold. Returns its undo; undoing twice is harmless. */
  add(hold: Hold): () => void {
    const own: Hold = { ...hold };
    this.#holds.add(own);
    return () => void this.#holds.delete(own);
  }

  has(generation: number): boolean {
    return [...this.#holds].some((hold) => hold.generation === generation);
  }

  /** The holders of some generations: one entry for each owner and generation. */
  of(generations: ReadonlySet<number>): readonly PackageHolder[] {
    const holders = new Map<string, PackageHolder>();
    for (const { owner, generation, kind } of this.#holds) {
      if (!generations.has(generation)) continue;
      const key = JSON.stringify([owner, generation]);
      const leases = (holders.get(key)?.leases ?? 0) + (kind === 'lease' ? 1 : 0);
      holders.set(key, { owner, generation, leases });
    }
    return [...holders.values()];
  }
}
