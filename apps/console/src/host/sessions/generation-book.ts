import type { CapabilityCleanupReport } from '@changeover/capability-core';
import type { Ledger } from '../ledger/ledger.js';
import { generationName } from '../packages/package-holders.js';
import type { PackageKeeper } from '../packages/package-keeper.js';
import { newGeneration, type Publication, retiredGeneration } from '../projection/generation-entity.js';
import type { SessionHappening } from '../projection/session-happening.js';
import { generationEntry, type KeptGeneration } from './kept-generation.js';

type Published = Extract<SessionHappening, { readonly type: 'generation-published' }>;
type Retired = Extract<SessionHappening, { readonly type: 'generation-retired' }>;

/**
 * The generations of one session that are in use or being closed. The packages of each are kept as long as it is in
 * here.
 */
export class GenerationBook {
  readonly #ledger: Pick<Ledger, 'put'>;
  readonly #keeper: Pick<PackageKeeper, 'keep'>;
  readonly #kept = new Map<number, KeptGeneration>();
  readonly #releases = new Map<number, () => void>();
  /** Effects of retired generations that no cleanup report has told of yet. */
  readonly #retiring = new Map<number, number>();

  constructor(options: {
    readonly ledger: Pick<Ledger, 'put'>;
    readonly keeper: Pick<PackageKeeper, 'keep'>;
    /** Those that have not retired. */
    readonly generations: readonly KeptGeneration[];
  }) {
    this.#ledger = options.ledger;
    this.#keeper = options.keeper;
    for (const kept of options.generations) this.#take(kept);
  }

  get(number: number): KeptGeneration | undefined {
    return this.#kept.get(number);
  }

  /** A generation was published. `current` is the one that the session had before. */
  published(session: string, publication: Publication, event: Published, current: number): void {
    this.#supersede(event, current);
    if (this.#kept.has(event.stamp.generation)) return;
    this.#put({
      generation: newGeneration(session, publication, event.at),
      set: publication.set,
      format: 2,
    });
  }

  countPins(number: number, pins: number): void {
    const kept = this.#kept.get(number);
    if (kept !== undefined) this.#show({ ...kept, generation: { ...kept.generation, pins } });
  }

  retired({ stamp, effects, at }: Retired): void {
    const kept = this.#kept.get(stamp.generation);
    if (kept === undefined) return;
    if (effects === 0) {
      this.#settle(stamp.generation, 0, at);
      return;
    }
    this.#retiring.set(stamp.generation, effects);
    this.#put({ ...kept, generation: retiredGeneration(kept.generation, at, null) });
  }

  /**
   * A cleanup closed effects of retired generations, in the order in which they retired. One that has retired since it
   * began is left to the next.
   */
  cleaned(
    { effectsClosed, retiredBatches }: Pick<CapabilityCleanupReport, 'effectsClosed' | 'retiredBatches'>,
    at: number,
  ): void {
    let closed = effectsClosed;
    for (const [number, effects] of [...this.#retiring].slice(0, retiredBatches)) {
      const share = Math.min(effects, closed);
      closed -= share;
      this.#settle(number, share, at);
      this.#retiring.delete(number);
    }
  }

  /** The session was closed, and with it everything that its current generation had open. */
  closed(current: number, effectsClosed: number, at: number): void {
    for (const number of this.#kept.keys()) this.#settle(number, number === current ? effectsClosed : 0, at);
  }

  /** A session that could not be restored never had its stored generation in its catalog: nothing of it drains. */
  #supersede({ stamp, previous, at }: Published, current: number): void {
    const kept = this.#kept.get(current);
    if (kept === undefined || current === stamp.generation) return;
    if (current !== previous.generation) this.#settle(current, 0, at);
    else this.#show({ ...kept, generation: { ...kept.generation, state: 'draining' } });
  }

  /** Nothing of it is open any more. */
  #settle(number: number, effectsClosed: number, at: number): void {
    const kept = this.#kept.get(number);
    if (kept === undefined) return;
    const { generation } = kept;
    this.#put({
      ...kept,
      generation: retiredGeneration(generation, generation.retiredAt ?? at, effectsClosed),
    });
    this.#kept.delete(number);
    this.#releases.get(number)?.();
    this.#releases.delete(number);
  }

  #put(kept: KeptGeneration): void {
    this.#take(kept);
    this.#ledger.put(nameOf(kept), generationEntry(kept));
  }

  /** Of a change that its record does not have: with the set, that is too large to be written with each run. */
  #show(kept: KeptGeneration): void {
    this.#take(kept);
    const { generation } = kept;
    this.#ledger.put(nameOf(kept), { event: { type: 'generation', generation }, records: [] });
  }

  #take(kept: KeptGeneration): void {
    const { session, generation, useGeneration } = kept.generation;
    this.#kept.set(generation, kept);
    if (useGeneration === null || this.#releases.has(generation)) return;
    this.#releases.set(generation, this.#keeper.keep(useGeneration, generationName(session, generation)));
  }
}

function nameOf({ generation: { session, generation } }: KeptGeneration): string {
  return `generation/${session}/${generation}`;
}
