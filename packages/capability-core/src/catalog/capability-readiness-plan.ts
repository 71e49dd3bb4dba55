import type { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import { CapabilityProjectionError } from './capability-projection-error.js';

/** Wire name of the plan's form. */
const READINESS_PLAN_SCHEMA = 'a3s.code.capability-readiness-plan.v1';

/**
 * The order in which the capabilities of one set become ready. Wave k holds those whose dependencies all stand in
 * earlier waves; inside a wave nothing depends on anything.
 */
export class CapabilityReadinessPlan {
  readonly schema = READINESS_PLAN_SCHEMA;
  /** Generation and digest of the set that the plan is for. */
  readonly generation: CodeCatalogGeneration;
  readonly digest: Sha256Digest;
  /** Each wave in canonical order. */
  readonly waves: readonly (readonly CapabilityId[])[];
  /** All waves, one after another. Effects are undone in exactly the reverse order. */
  readonly activationOrder: readonly CapabilityId[];
  readonly edgeCount: number;
  readonly maxWaveWidth: number;

  private constructor(set: CapabilitySet, waves: readonly (readonly CapabilityId[])[]) {
    this.generation = set.generation;
    this.digest = set.digest;
    this.waves = Object.freeze(waves.map((wave) => Object.freeze(wave)));
    this.activationOrder = Object.freeze(waves.flat());
    this.edgeCount = set.capabilities.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
    this.maxWaveWidth = waves.reduce((width, wave) => Math.max(width, wave.length), 0);
    Object.freeze(this);
  }

  /** Number of waves. */
  get depth(): number {
    return this.waves.length;
  }

  /**
   * Plans a set in time linear to its capabilities and dependencies.
   *
   * @throws CapabilityProjectionError `dependency-cycle`
   */
  static fromSet(set: CapabilitySet): CapabilityReadinessPlan {
    const graph = new ReadinessGraph(set.capabilities);
    const waves: CapabilityId[][] = [];
    for (let ready = graph.ready(); ready.length > 0; ready = graph.advance(ready)) {
      waves.push(ready.map(({ id }) => id));
    }
    graph.assertExhausted();
    return new CapabilityReadinessPlan(set, waves);
  }
}

interface Node {
  readonly id: CapabilityId;
  readonly rank: number;
  readonly dependents: Node[];
  unmet: number;
}

class ReadinessGraph {
  readonly #nodes: readonly Node[];

  constructor(descriptors: readonly CapabilityDescriptor[]) {
    this.#nodes = descriptors.map(({ id, dependencies }, rank) => ({
      id,
      rank,
      dependents: [],
      unmet: dependencies.length,
    }));
    const byId = new Map(this.#nodes.map((node) => [node.id.toString(), node]));
    for (const node of this.#nodes) {
      for (const dependency of descriptors[node.rank]?.dependencies ?? []) {
        byId.get(dependency.toString())?.dependents.push(node);
      }
    }
  }

  ready(): readonly Node[] {
    return this.#nodes.filter(({ unmet }) => unmet === 0);
  }

  /** Marks `wave` ready and gives what that makes ready, in canonical order. */
  advance(wave: readonly Node[]): readonly Node[] {
    const next: Node[] = [];
    for (const { dependents } of wave) {
      for (const dependent of dependents) {
        dependent.unmet -= 1;
        if (dependent.unmet === 0) next.push(dependent);
      }
    }
    return next.sort((left, right) => left.rank - right.rank);
  }

  assertExhausted(): void {
    const blocked = this.#nodes.filter(({ unmet }) => unmet > 0);
    const [first] = blocked;
    if (first === undefined) return;
    throw new CapabilityProjectionError({
      code: 'dependency-cycle',
      firstBlocked: first.id.toString(),
      blockedCount: blocked.length,
    });
  }
}
