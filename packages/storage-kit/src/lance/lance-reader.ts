import type { AbortOptions } from '../contract/abort-options.js';
import { maxRetainedBytes } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import { ChangedRecords } from '../shared/changed-records.js';
import type { ChangesRequest, SharedChanges } from '../shared/shared-engine.js';
import type { ChangeIndex } from '../transaction/change-index.js';
import type { Change, SealedCommit } from '../transaction/commit-group.js';
import { isWithinScan } from '../transaction/key-range.js';
import type { ScanRange, StoredRecord } from '../transaction/record-table.js';
import { assertReadable } from '../transaction/snapshot-transaction.js';
import { watchOverflow } from '../transaction/watch-request.js';
import type { HeadTable } from './head-table.js';
import { damagedStore, historyTooShort } from './lance-failure.js';
import { holdsAllAfter, type LanceHead } from './lance-head.js';
import { maxLanceRetries } from './lance-tuning.js';
import type { RecordVersion, VersionPage, VersionTable } from './version-table.js';

/** What a read found. */
interface Answer<Value> {
  readonly value: Value;
  /** Whether all of it came from a head, which nobody can take anything out of. */
  readonly fromHead: boolean;
}

export interface LanceReaderParts {
  readonly heads: HeadTable;
  readonly versions: VersionTable;
  readonly folder: string;
}

/**
 * Reads at a revision. What the head holds is laid over what the versions' table holds; a commit that is in both says
 * the same in both.
 *
 * Any head that is as new as the revision will do, also one that others have left behind since: a commit that it holds
 * is taken from it, the rows of a deposit that it lists count in its eyes, and whatever it neither holds nor lists was
 * settled before it was written. What is moved or settled meanwhile keeps its key, revision and value. The one thing
 * that takes something away is pruning, and that raises `oldest` in the head before it deletes a row: so a read counts
 * only if a head read after it still allows the revision.
 */
export class LanceReader {
  readonly #heads: HeadTable;
  readonly #versions: VersionTable;
  readonly #folder: string;

  constructor({ heads, versions, folder }: LanceReaderParts) {
    this.#heads = heads;
    this.#versions = versions;
    this.#folder = folder;
  }

  get(key: StateKey, at: number | undefined, options: AbortOptions): Promise<StoredRecord | undefined> {
    return this.#readAt(at, options, (head, revision) => this.#get(head, key, revision, options));
  }

  scan(
    range: ScanRange,
    at: number | undefined,
    count: number,
    options: AbortOptions,
  ): Promise<readonly StoredRecord[]> {
    return this.#readAt(at, options, (head, revision) => this.#scan(head, range, revision, count, options));
  }

  async changes({ range, after, signal }: ChangesRequest): Promise<SharedChanges> {
    for (let attempt = 0; attempt <= maxLanceRetries; attempt += 1) {
      const head = await this.#heads.read({ signal });
      if (after < head.oldest) throw watchOverflow(after, head.oldest);
      const page = cutToBytes(await this.#changed(head, range, after, { signal }));
      const texts = await this.#texts(page.versions, { signal });
      if (!holdsAllAfter(head, after)) {
        const { oldest } = await this.#heads.read({ signal });
        if (after < oldest) throw watchOverflow(after, oldest);
      }
      if (texts !== undefined) return { commits: commitsOf(page.versions, texts), through: page.through };
    }
    throw this.#incomplete();
  }

  /** What was committed after `since` in the eyes of `head`, all of it unless `since` is before `oldest`. */
  async changedSince(head: LanceHead, since: number): Promise<ChangeIndex> {
    const changed = new ChangedRecords();
    for (let after = since; after < head.revision; ) {
      const { versions, through } = await this.#changed(head, undefined, after, {});
      for (const { key, revision } of versions) changed.add(key, revision);
      after = through;
    }
    return changed;
  }

  async #readAt<Value>(
    at: number | undefined,
    options: AbortOptions,
    read: (head: LanceHead, revision: number) => Promise<Answer<Value> | undefined>,
  ): Promise<Value> {
    let isOutrun = false;
    for (let attempt = 0; attempt <= maxLanceRetries; attempt += 1) {
      const head = await this.#headFor(at, options);
      const revision = at ?? head.revision;
      const answer = await read(head, revision);
      if (answer?.fromHead === true) return answer.value;
      const { oldest } = await this.#heads.read(options);
      if (at !== undefined) assertReadable({ revision, expired: oldest > at });
      isOutrun = oldest > revision;
      if (answer !== undefined && !isOutrun) return answer.value;
    }
    throw isOutrun ? historyTooShort(this.#folder, maxLanceRetries + 1) : this.#incomplete();
  }

  async #headFor(at: number | undefined, options: AbortOptions): Promise<LanceHead> {
    if (at === undefined) return this.#heads.read(options);
    const seen = await this.#heads.recent(options);
    return seen.revision >= at ? seen : this.#heads.read(options);
  }

  async #get(
    head: LanceHead,
    key: StateKey,
    at: number,
    options: AbortOptions,
  ): Promise<Answer<StoredRecord | undefined> | undefined> {
    const id = recordId(key);
    const held = inlineVersions(head, 0, at).findLast((version) => recordId(version.key) === id);
    if (held !== undefined && head.deposits.every(({ through }) => through < held.revision)) {
      return { value: storedRecord(held, held.text), fromHead: true };
    }
    const stored = await this.#versions.newest(head, key, at, options);
    const newest = newer(held, stored);
    const texts = await this.#texts(newest === undefined ? [] : [newest], options);
    return texts && { value: newest && storedRecord(newest, texts.get(newest)), fromHead: false };
  }

  async #scan(
    head: LanceHead,
    range: ScanRange,
    at: number,
    count: number,
    options: AbortOptions,
  ): Promise<Answer<readonly StoredRecord[]> | undefined> {
    const newest = new Map<string, RecordVersion>();
    for (const version of inlineVersions(head, 0, at)) {
      if (isWithinScan(range, version.key)) newest.set(version.key.key, version);
    }
    const end = await this.#addStored(newest, head, range, at, count, options);
    const live = [...newest.values()]
      .filter(({ key, deleted }) => !deleted && (end === undefined || compareUtf8(key.key, end) <= 0))
      .sort((left, right) => compareUtf8(left.key.key, right.key.key))
      .slice(0, count);
    const texts = await this.#texts(live, options);
    if (texts === undefined) return undefined;
    return {
      value: live.flatMap((version) => storedRecord(version, texts.get(version)) ?? []),
      fromHead: false,
    };
  }

  /** Adds rows until there are `count` records, and tells up to which key it went; undefined for the whole range. */
  async #addStored(
    newest: Map<string, RecordVersion>,
    head: LanceHead,
    range: ScanRange,
    at: number,
    count: number,
    options: AbortOptions,
  ): Promise<string | undefined> {
    // Some rows of a page are superseded or deleted.
    const size = count * 2 + 16;
    let after = range.after;
    for (let live = 0; live < count; ) {
      const page = await this.#versions.page(head, { ...range, after }, at, size, options);
      for (const version of page) {
        const { key } = version.key;
        // Of the rows of one key the newest comes first.
        if (key === after) continue;
        after = key;
        const known = newer(newest.get(key), version);
        if (known !== undefined) newest.set(key, known);
        if (known?.deleted === false) live += 1;
      }
      if (page.length < size) return undefined;
    }
    return after;
  }

  /** The versions after a revision, as far as one query goes. */
  async #changed(
    head: LanceHead,
    range: ScanRange | undefined,
    after: number,
    options: AbortOptions,
  ): Promise<VersionPage> {
    const isWanted = ({ key }: RecordVersion): boolean => range === undefined || isWithinScan(range, key);
    if (holdsAllAfter(head, after)) {
      const versions = inlineVersions(head, after, head.revision).filter(isWanted);
      return { versions, through: head.revision };
    }
    const span = { after, through: head.revision };
    const { versions: stored, through } = await this.#versions.between(head, range, span, options);
    const held = inlineVersions(head, after, through).filter(isWanted);
    const known = new Set(held.map(versionId));
    const versions = [...stored.filter((version) => !known.has(versionId(version))), ...held];
    return { versions: versions.sort((left, right) => left.revision - right.revision), through };
  }

  /** The values of versions; undefined when one of them was pruned meanwhile. */
  async #texts(
    versions: readonly RecordVersion[],
    options: AbortOptions,
  ): Promise<ReadonlyMap<RecordVersion, string> | undefined> {
    const stored = versions.filter(({ id, deleted }) => id !== undefined && !deleted);
    const values = await this.#versions.values(stored, options);
    const texts = new Map<RecordVersion, string>();
    for (const version of versions) {
      if (version.deleted) continue;
      const text = version.id === undefined ? version.text : values.get(version.id);
      if (text === undefined) return undefined;
      texts.set(version, text);
    }
    return texts;
  }

  #incomplete(): Error {
    return damagedStore(this.#folder, 'rows that its head speaks of are missing');
  }
}

/** Versions that the head itself holds, ascending. */
function inlineVersions({ inline }: LanceHead, after: number, through: number): readonly RecordVersion[] {
  return inline
    .filter(({ revision }) => revision > after && revision <= through)
    .flatMap(({ revision, changes }) =>
      changes.map(({ key, text }) => ({
        id: undefined,
        key,
        revision,
        deleted: text === undefined,
        length: text?.length ?? 0,
        text,
      })),
    );
}

function newer(left: RecordVersion | undefined, right: RecordVersion | undefined): RecordVersion | undefined {
  return (right?.revision ?? 0) > (left?.revision ?? 0) ? right : left;
}

function versionId({ key, revision }: RecordVersion): string {
  return `${revision}\0${recordId(key)}`;
}

function storedRecord(
  { key: { key }, revision }: RecordVersion,
  text: string | undefined,
): StoredRecord | undefined {
  return text === undefined ? undefined : { key, text, revision };
}

/** As many whole commits as one page of changes may hold, and one at least. */
function cutToBytes({ versions, through }: VersionPage): VersionPage {
  let bytes = 0;
  for (const [index, { revision, length }] of versions.entries()) {
    const before = versions[index - 1];
    if (bytes > maxRetainedBytes && before !== undefined && before.revision < revision) {
      return { versions: versions.slice(0, index), through: before.revision };
    }
    bytes += length;
  }
  return { versions, through };
}

function commitsOf(
  versions: readonly RecordVersion[],
  texts: ReadonlyMap<RecordVersion, string>,
): readonly SealedCommit[] {
  const changesOf = new Map<number, Change[]>();
  for (const version of versions) {
    const { key, revision } = version;
    const changes = changesOf.get(revision) ?? [];
    changesOf.set(revision, changes);
    changes.push({ key, text: texts.get(version) });
  }
  return [...changesOf].map(([revision, changes]) => ({ revision, changes }));
}
