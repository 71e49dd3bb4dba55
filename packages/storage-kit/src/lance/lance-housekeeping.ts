import type { Clock } from '../contract/clock.js';
import { lanceFileGraceMs, lanceOrphanGraceMs, maxLanceCommitAttempts } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { HeadTable } from './head-table.js';
import { tooMuchContention } from './lance-failure.js';
import { inlineBytes, type LanceHead, settledThrough } from './lance-head.js';
import { outdatedThrough } from './lance-history.js';
import { pauseAfter } from './lance-patience.js';
import {
  lanceCompactFragments,
  lanceFoldBytes,
  lanceFoldCommits,
  lanceIndexRows,
  lancePruneCommits,
  lancePruneKeys,
  maxLanceDeposits,
} from './lance-tuning.js';
import type { RecordVersion, SupersededVersions, VersionTable } from './version-table.js';
import { WakingAge } from './waking-age.js';

export interface LanceHousekeepingParts {
  readonly heads: HeadTable;
  readonly versions: VersionTable;
  readonly folder: string;
  readonly clock: Clock;
  readonly historyMs: number;
  readonly upkeep: LanceUpkeep;
}

/** How thorough the housekeeping is. */
export interface LanceUpkeep {
  /** Milliseconds for which superseded files stay: longer than any operation of Lance takes. */
  readonly fileGraceMs: number;
  /** The same for files that no version of a table ever listed. */
  readonly orphanGraceMs: number;
  /** Fragments of the versions' table from which on it is compacted. */
  readonly compactFragments: number;
  /** Rows of it from which on its keys have an index. */
  readonly indexRows: number;
}

export const usualUpkeep: LanceUpkeep = {
  fileGraceMs: lanceFileGraceMs,
  orphanGraceMs: lanceOrphanGraceMs,
  compactFragments: lanceCompactFragments,
  indexRows: lanceIndexRows,
};

/**
 * Keeps a store small. Each step may be done by several processes at once, and be left undone at any point: what counts
 * changes only with the head.
 *
 * - Folding moves commits out of the head: it deposits their rows, then replaces the commits in the head by the deposit.
 *   Of two that fold the same commits one wins that swap, and the rows of the other never count.
 * - Settling marks rows of deposits that the head lists, and then takes those off the list. It updates rows and adds
 *   none, so one who comes late finds nothing to do.
 * - Pruning raises `oldest` in the head, then deletes what is superseded at that revision. Whatever comes late deletes
 *   only what is superseded for good, since revisions grow and rows are added by nobody but the one who commits or folds.
 * - Sweeping raises the epoch in the head, then deletes deposits of earlier epochs that the head does not list. No head
 *   will list them, since a deposit is listed only on a head of its own epoch.
 */
export class LanceHousekeeping {
  readonly #parts: LanceHousekeepingParts;
  readonly #fileAge: WakingAge;
  readonly #orphanAge: WakingAge;
  #running: Promise<void> | undefined;
  #folding: Promise<boolean> | undefined;

  constructor(parts: LanceHousekeepingParts) {
    this.#parts = parts;
    this.#fileAge = new WakingAge(parts.upkeep.fileGraceMs);
    this.#orphanAge = new WakingAge(parts.upkeep.orphanGraceMs);
    this.#fileAge.past();
    this.#orphanAge.past();
  }

  /** Looks, after a commit made here, whether there is something to do; it is done in the background. */
  notice(before: LanceHead, after: LanceHead): void {
    const isDue = [
      passes(before.inline.length, after.inline.length, lanceFoldCommits),
      passes(inlineBytes(before.inline), inlineBytes(after.inline), lanceFoldBytes),
      passes(before.deposits.length, after.deposits.length, maxLanceDeposits / 4),
      before.marks !== after.marks,
    ].includes(true);
    if (!isDue) return;
    // A step that fails is taken up again at the next occasion. Until then the store is larger, and nothing else.
    this.#running ??= this.#run()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Makes room in the head. Whether the head was replaced for it here. */
  fold(): Promise<boolean> {
    this.#folding ??= this.#fold().finally(() => {
      this.#folding = undefined;
    });
    return this.#folding;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { heads, clock, historyMs } = this.#parts;
    const head = await heads.read({});
    const outdated = outdatedThrough(head, clock.now(), historyMs);
    let folded = isWorthFolding(head) && (await this.fold());
    // What is to be pruned must be settled: one time of folding moves it out of the head, the next one settles it.
    for (let time = 0; time < 2 && outdated > settledThrough(await heads.read({})); time += 1) {
      folded = (await this.fold()) || folded;
    }
    await this.#prune();
    if (folded) await this.#tidyFiles();
  }

  async #fold(): Promise<boolean> {
    const { heads, versions } = this.#parts;
    const start = await heads.read({});
    await versions.settle(start.deposits);
    const [first] = start.inline;
    const last = start.inline.at(-1)?.revision ?? 0;
    const added = first === undefined ? [] : [await versions.deposit(start.epoch, start.inline)];
    const settled = new Set(start.deposits.map(({ token }) => token));
    let replaced = false;
    await this.#change((base) => {
      const isOurs = base.epoch === start.epoch && base.inline[0]?.revision === first?.revision;
      replaced = isOurs || first === undefined;
      if (!replaced) return undefined;
      return {
        inline: base.inline.filter(({ revision }) => revision > last),
        deposits: [...base.deposits.filter(({ token }) => !settled.has(token)), ...added],
      };
    });
    return replaced;
  }

  async #prune(): Promise<void> {
    const { versions, clock, historyMs } = this.#parts;
    const outdated = (head: LanceHead): number =>
      Math.min(outdatedThrough(head, clock.now(), historyMs), settledThrough(head));
    let head = await this.#change((base) => {
      const oldest = outdated(base);
      if (oldest <= base.oldest) return undefined;
      return { oldest, marks: base.marks.filter(({ revision }) => revision > oldest) };
    });
    while (head.pruned < head.oldest) {
      const end = Math.min(head.oldest, head.pruned + lancePruneCommits);
      const span = { after: head.pruned, through: end };
      const page = await versions.between(head, undefined, span, {});
      const superseded = supersededBy(page.versions);
      for (let index = 0; index < superseded.length; index += lancePruneKeys) {
        await versions.prune(superseded.slice(index, index + lancePruneKeys));
      }
      head = await this.#change((base) =>
        base.pruned < page.through ? { pruned: page.through } : undefined,
      );
    }
  }

  async #tidyFiles(): Promise<void> {
    const { heads, versions, upkeep } = this.#parts;
    const unused = this.#fileAge.past();
    const orphaned = this.#orphanAge.past();
    if (unused === undefined) return;
    if (orphaned !== undefined) await heads.tidyThoroughly(orphaned);
    await heads.tidy(unused);
    if ((await versions.fragments()) < upkeep.compactFragments) return;
    await this.#sweep();
    await versions.compact(unused);
    await versions.index(upkeep.indexRows);
  }

  async #sweep(): Promise<void> {
    const { heads, versions } = this.#parts;
    if ((await versions.countRemains(await heads.read({}))) === 0) return;
    await versions.sweep(await this.#change(({ epoch }) => ({ epoch: epoch + 1 })));
  }

  /** The head with what `change` says of it, or as it is when there is nothing to change. */
  async #change(change: (base: LanceHead) => Partial<LanceHead> | undefined): Promise<LanceHead> {
    const { heads, folder, clock } = this.#parts;
    for (let attempt = 0; attempt < maxLanceCommitAttempts; attempt += 1) {
      const next = await heads.exclusively(async () => {
        const base = await heads.read({});
        const changes = change(base);
        return changes === undefined ? base : heads.replace(base, changes);
      });
      if (next !== undefined) return next;
      await pauseAfter(attempt, clock, {});
    }
    throw tooMuchContention(folder, maxLanceCommitAttempts);
  }
}

/** Whether a count has passed a multiple of `step`: of all processes, one sees that, and does the work. */
function passes(before: number, after: number, step: number): boolean {
  return Math.floor(after / step) > Math.floor(before / step);
}

function isWorthFolding({ inline, deposits }: LanceHead): boolean {
  return (
    inline.length >= lanceFoldCommits ||
    inlineBytes(inline) >= lanceFoldBytes ||
    deposits.length >= maxLanceDeposits / 4
  );
}

/** What the newest of the versions of each record supersedes: all that came before, and a deletion itself as well. */
function supersededBy(versions: readonly RecordVersion[]): readonly SupersededVersions[] {
  const newest = new Map<string, RecordVersion>();
  for (const version of versions) newest.set(recordId(version.key), version);
  return [...newest.values()].map(({ key, revision, deleted }) => ({
    key,
    before: deleted ? revision + 1 : revision,
  }));
}
