import { recordId } from '../src/model/record-id.js';
import type { StateKey } from '../src/model/state-key.js';
import type {
  ChangesRequest,
  SharedBase,
  SharedChanges,
  SharedEngine,
  SharedHead,
} from '../src/shared/shared-engine.js';
import type { CommitGroup, SealedCommit } from '../src/transaction/commit-group.js';
import { isWithinScan } from '../src/transaction/key-range.js';
import type { ScanRange, StoredRecord } from '../src/transaction/record-table.js';
import { WakeUp } from '../src/transaction/wake-up.js';

/** All commits in a list; tests halt its reads, and set it back as the restoring of a copy does. */
export class SharedEngineInMemory implements SharedEngine {
  commits: SealedCommit[] = [];
  readonly #committed = new WakeUp();
  /** Awaited before each page of changes is read. */
  beforeChanges: () => Promise<void> = async () => undefined;

  get revision(): number {
    return this.commits.at(-1)?.revision ?? 0;
  }

  async head(): Promise<SharedHead> {
    return { revision: this.revision, oldest: 0 };
  }

  async get(key: StateKey, at = Number.POSITIVE_INFINITY): Promise<StoredRecord | undefined> {
    for (const { revision, changes } of this.commits.toReversed()) {
      if (revision > at) continue;
      const change = changes.find((each) => recordId(each.key) === recordId(key));
      if (change === undefined) continue;
      return change.text === undefined ? undefined : { key: key.key, text: change.text, revision };
    }
    return undefined;
  }

  async scan(): Promise<readonly StoredRecord[]> {
    throw new Error('No test scans');
  }

  async commit(since: number, seal: (base: SharedBase) => CommitGroup): Promise<void> {
    const later = this.commits
      .filter(({ revision }) => revision > since)
      .flatMap(({ revision, changes }) => changes.map(({ key }) => ({ key, revision })));
    const changed = {
      lastChange: (id: string) => later.findLast(({ key }) => recordId(key) === id)?.revision,
      changesSince: (after: number) => later.filter((each) => each.revision > after).map(({ key }) => key),
    };
    this.commits.push(...seal({ revision: this.revision, oldest: 0, changed }));
    this.#committed.wake();
  }

  async changes({ range, after }: ChangesRequest): Promise<SharedChanges> {
    await this.beforeChanges();
    const isWanted = within(range);
    const commits = this.commits
      .filter(({ revision }) => revision > after)
      .map(({ revision, changes }) => ({ revision, changes: changes.filter(({ key }) => isWanted(key)) }));
    return { commits, through: this.revision };
  }

  async waitForCommits(after: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (this.revision <= after) await this.#committed.sleep(...signals);
  }

  async now(): Promise<number> {
    return 0;
  }

  async bytes(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}
}

function within(range: ScanRange): (key: StateKey) => boolean {
  return (key) => isWithinScan(range, key);
}
