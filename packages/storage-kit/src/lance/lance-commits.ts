import type { Clock } from '../contract/clock.js';
import { lanceReservationMs, maxLanceCommitAttempts } from '../limits.js';
import type { SharedBase } from '../shared/shared-engine.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { HeadTable } from './head-table.js';
import { lanceFailure, tooMuchContention } from './lance-failure.js';
import { inlineBytes, type LanceHead, newToken } from './lance-head.js';
import { withMark } from './lance-history.js';
import type { LanceHousekeeping } from './lance-housekeeping.js';
import { pauseAfter } from './lance-patience.js';
import type { LanceReader } from './lance-reader.js';
import {
  lanceReservationPollMs,
  maxLanceDeposits,
  maxLanceInlineBytes,
  maxLanceInlineCommits,
  maxLanceInlineGroupBytes,
} from './lance-tuning.js';
import type { VersionTable } from './version-table.js';

export interface LanceCommitsParts {
  readonly heads: HeadTable;
  readonly versions: VersionTable;
  readonly reader: LanceReader;
  readonly housekeeping: LanceHousekeeping;
  readonly folder: string;
  readonly clock: Clock;
  readonly historyMs: number;
}

/**
 * Commits groups. Lance has no transaction over several rows and tables, so a commit is one swap of the head: a small
 * group is written into the head itself; the rows of a large one are deposited before, where they do not count until
 * the head lists them. Whoever dies on the way leaves a whole commit or rows that never count, and nobody has to help.
 */
export class LanceCommits {
  readonly #parts: LanceCommitsParts;
  readonly #name = newToken();

  constructor(parts: LanceCommitsParts) {
    this.#parts = parts;
  }

  /** The head with the group; undefined when the group was empty. */
  async commit(since: number, seal: (base: SharedBase) => CommitGroup): Promise<LanceHead | undefined> {
    const { heads, folder, clock } = this.#parts;
    for (let attempt = 0; attempt < maxLanceCommitAttempts; attempt += 1) {
      await this.#awaitTurn();
      await this.#makeRoom();
      const outcome = await heads.exclusively(() => this.#attempt(attempt, since, seal));
      if (outcome !== 'superseded') return outcome;
      await pauseAfter(attempt, clock, {});
    }
    throw tooMuchContention(folder, maxLanceCommitAttempts);
  }

  async #attempt(
    attempt: number,
    since: number,
    seal: (base: SharedBase) => CommitGroup,
  ): Promise<LanceHead | 'superseded' | undefined> {
    const { heads, reader, housekeeping, clock, historyMs } = this.#parts;
    const head = await heads.read({});
    const { revision, oldest } = head;
    const group = seal({ revision, oldest, changed: await reader.changedSince(head, since) });
    if (group.length === 0) return undefined;
    // While the rows of a large group are added, small commits of others would come first time after time.
    const base = attempt > 0 && !isSmall(group) ? await this.#reserve(head) : head;
    if (base === undefined) return 'superseded';
    const marks = withMark(base, clock.now(), historyMs);
    const placed = await this.#placed(base, group);
    const next = await heads.replace(base, { ...placed, marks, reservation: undefined });
    if (next === undefined) return 'superseded';
    housekeeping.notice(base, next);
    return next;
  }

  /** The head that asks others to wait; undefined when one of them came first. */
  async #reserve(head: LanceHead): Promise<LanceHead | undefined> {
    const { heads, clock } = this.#parts;
    const until = clock.now() + lanceReservationMs;
    return heads.replace(head, { reservation: { owner: this.#name, until } });
  }

  /** Waits, no longer than it was asked to, until another has made its large commit. */
  async #awaitTurn(): Promise<void> {
    const { heads, clock } = this.#parts;
    const longest = clock.now() + lanceReservationMs;
    for (;;) {
      const { reservation } = await heads.read({});
      const now = clock.now();
      if (reservation === undefined || reservation.owner === this.#name) return;
      if (now >= Math.min(reservation.until, longest)) return;
      await clock.sleep(lanceReservationPollMs);
    }
  }

  async #makeRoom(): Promise<void> {
    const { heads, housekeeping, folder } = this.#parts;
    if (!isFull(await heads.read({}))) return;
    try {
      await housekeeping.fold();
    } catch (cause) {
      throw lanceFailure('Nothing was committed: making room in', folder, cause);
    }
  }

  async #placed(base: LanceHead, group: CommitGroup): Promise<Partial<LanceHead>> {
    const revision = base.revision + group.length;
    if (inlineBytes(group) <= maxLanceInlineGroupBytes)
      return { revision, inline: [...base.inline, ...group] };
    const deposit = await this.#parts.versions.deposit(base.epoch, group);
    return { revision, deposits: [...base.deposits, deposit] };
  }
}

function isSmall(group: CommitGroup): boolean {
  return inlineBytes(group) <= maxLanceInlineGroupBytes;
}

function isFull({ inline, deposits }: LanceHead): boolean {
  return (
    inline.length >= maxLanceInlineCommits ||
    inlineBytes(inline) >= maxLanceInlineBytes ||
    deposits.length >= maxLanceDeposits
  );
}
