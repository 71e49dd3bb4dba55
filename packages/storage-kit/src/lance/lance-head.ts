import { randomBytes } from 'node:crypto';
import { StateStoreError } from '../errors/state-store-error.js';
import type { Change, CommitGroup, SealedCommit } from '../transaction/commit-group.js';
import { lanceKeptTokens } from './lance-tuning.js';

/** Version of all that this folder writes. */
export const lanceFormat = 1;

/** At the time `at`, everything up to `revision` had been committed. */
export interface TimeMark {
  readonly revision: number;
  readonly at: number;
}

/** Committed rows of the versions' table that are not marked as settled yet. */
export interface LanceDeposit {
  readonly token: string;
  /** The first commit that they belong to. */
  readonly from: number;
  /** The last. */
  readonly through: number;
}

/** A process that has a large commit to make, and asks the others to let it. They do as they like. */
export interface LanceReservation {
  readonly owner: string;
  /** Time by the store's clock. */
  readonly until: number;
}

/** What the one row that decides about everything says. */
export interface LanceHead {
  /** Counts the writes of the head. */
  readonly sequence: number;
  /** The last commit. */
  readonly revision: number;
  /** The earliest revision that can still be read. */
  readonly oldest: number;
  /** Up to here, superseded versions are deleted. */
  readonly pruned: number;
  /** Counts the sweeps. A deposit counts only if none came between. */
  readonly epoch: number;
  readonly marks: readonly TimeMark[];
  readonly deposits: readonly LanceDeposit[];
  /** Commits that are nowhere else yet, ascending. */
  readonly inline: CommitGroup;
  /** Who made the last writes of the head, the last one at the end. */
  readonly tokens: readonly string[];
  readonly reservation: LanceReservation | undefined;
}

export const firstHead: LanceHead = {
  sequence: 0,
  revision: 0,
  oldest: 0,
  pruned: 0,
  epoch: 0,
  marks: [],
  deposits: [],
  inline: [],
  tokens: [],
  reservation: undefined,
};

/** A name that nobody else has. */
export function newToken(): string {
  return randomBytes(9).toString('base64url');
}

/** The successor that `token` writes. */
export function succeed(head: LanceHead, changes: Partial<LanceHead>, token: string): LanceHead {
  return {
    ...head,
    ...changes,
    sequence: head.sequence + 1,
    tokens: [...head.tokens, token].slice(-lanceKeptTokens),
  };
}

/** Who made the write with this number; undefined when that is forgotten or has not happened. */
export function writerOf({ sequence, tokens }: LanceHead, written: number): string | undefined {
  return written > sequence ? undefined : tokens.at(written - sequence - 1);
}

/** Every commit up to here lies in settled rows. */
export function settledThrough({ revision, inline, deposits }: LanceHead): number {
  const unsettled = [...inline.map((commit) => commit.revision), ...deposits.map(({ from }) => from)];
  return unsettled.reduce((first, each) => Math.min(first, each - 1), revision);
}

/** Whether the head itself holds everything committed after `revision`. */
export function holdsAllAfter({ revision, inline }: LanceHead, after: number): boolean {
  return inline.filter((commit) => commit.revision > after).length === revision - after;
}

/** Bytes, nearly, that commits take in the head. */
export function inlineBytes(commits: CommitGroup): number {
  let bytes = 0;
  for (const { changes } of commits) {
    for (const { key, text = '' } of changes)
      bytes += key.namespace.length + key.key.length + text.length + 16;
  }
  return bytes;
}

type WrittenChange = readonly [namespace: string, key: string, text: string | null];
type WrittenHead = Omit<LanceHead, 'sequence' | 'revision' | 'inline'> & {
  readonly inline: readonly (readonly [revision: number, changes: readonly WrittenChange[]])[];
};

/** What the head says, but for what has a column of its own. */
export function encodeHead(head: LanceHead): string {
  const { oldest, pruned, epoch, marks, deposits, tokens, reservation } = head;
  const inline = head.inline.map(encodeCommit);
  const written: WrittenHead = { oldest, pruned, epoch, marks, deposits, tokens, reservation, inline };
  return JSON.stringify(written);
}

function encodeCommit({ revision, changes }: SealedCommit): WrittenHead['inline'][number] {
  return [revision, changes.map(({ key, text }) => [key.namespace, key.key, text ?? null])];
}

/** @throws StateStoreError `corrupt` */
export function decodeHead(sequence: number, revision: number, text: string): LanceHead {
  try {
    const { inline, ...rest } = JSON.parse(text) as WrittenHead;
    return {
      ...firstHead,
      ...rest,
      sequence,
      revision,
      inline: inline.map(([of, changes]) => ({ revision: of, changes: changes.map(decodeChange) })),
    };
  } catch (cause) {
    throw new StateStoreError(
      'corrupt',
      'The head of the store is unreadable: the store was edited or damaged, restore it from a copy',
      { cause },
    );
  }
}

function decodeChange([namespace, key, text]: WrittenChange): Change {
  return { key: { namespace, key }, text: text ?? undefined };
}
