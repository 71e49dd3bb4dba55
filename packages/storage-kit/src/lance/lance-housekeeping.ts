import type { Clock } from '../contract/clock.js';
import {
  lanceCompactFragments,
  lanceFileGraceMs,
  lanceFoldBytes,
  lanceFoldCommits,
  lancePruneCommits,
  lancePruneKeys,
  maxLanceCommitAttempts,
  maxLanceDeposits,
} from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { HeadTable } from './head-table.js';
import { tooMuchContention } from './lance-failure.js';
import { inlineBytes, type LanceHead, settledThrough } from './lance-head.js';
import { outdatedThrough } from './lance-history.js';
import { pauseAfter } from './lance-patience.js';
import type { RecordVersion, SupersededVersions, VersionTable } from './version-table.js';

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
  /** Milliseconds for which superseded files stay for those who read them at that moment. */
  readonly fileGraceMs: number;
  /** Fragments of the versions' table from which on it is compacted. */
  readonly compactFragments: number;
}

export const usualUpkeep: LanceUpkeep = {
  fileGraceMs: lanceFileGraceMs,
  compactFragments: lanceCompactFragments,
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
  #running: Promise<void> | undefined;
  #folding: Promise<Date | undefined> | undefined;

  constructor(parts: LanceHousekeepingParts) {
    this.#parts = parts;
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

  /** Makes room in the head. The time at which the head was replaced for it, undefined when it was not. */
  fold(): Promise<Date | undefined> {
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
    let folded = isWorthFolding(head) ? await this.fold() : undefined;
    // What is to be pruned must be settled: one time of folding moves it out of the head, the next one settles it.
    for (let time = 0; time < 2 && outdated > settledThrough(await heads.read({})); time += 1) {
      folded = (await this.fold()) ?? folded;
    }
    await this.#prune();
    await this.#tidyFiles(folded);
  }

  async #fold(): Promise<Date | undefined> {
    const { heads, versions } = this.#parts;
    const start = await heads.read({});
    await versions.settle(start.deposits);
    const [first] = start.inline;
    const last = start.inline.at(-1)?.revision ?? 0;
    const added = first === undefined ? [] : [await versions.deposit(start.epoch, start.inline)];
    const settled = new Set(start.deposits.map(({ token }) => token));
    let replacedAt: Date | undefined;
    await this.#change((base) => {
      replacedAt = undefined;
      const isOurs = base.epoch === start.epoch && base.inline[0]?.revision === first?.revision;
      if (!isOurs && first !== undefined) return undefined;
      replacedAt = new Date();
      return {
        inline: base.inline.filter(({ revision }) => revision > last),
        deposits: [...base.deposits.filter(({ token }) => !settled.has(token)), ...added],
      };
    });
    return replacedAt;
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

  async #tidyFiles(folded: Date | undefined): Promise<void> {
    const { heads, versions, upkeep } = this.#parts;
    const { fileGraceMs, compactFragments } = upkeep;
    if (folded === undefined) await heads.tidy(timeBefore(new Date(), fileGraceMs));
    else await heads.tidyThoroughly(timeBefore(folded, fileGraceMs));
    if ((await versions.fragments()) < compactFragments) return;
    await this.#sweep();
    await versions.compact(timeBefore(new Date(), fileGraceMs));
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

/** Of the system's clock, by which Lance goes. */
function timeBefore(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
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
