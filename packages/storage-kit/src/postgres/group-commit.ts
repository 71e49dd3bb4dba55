import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { maxConflictChanges } from '../limits.js';
import { ChangedRecords } from '../shared/changed-records.js';
import type { SharedBase } from '../shared/shared-engine.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { query, queryAll } from './postgres-connections.js';
import { isDefinite } from './postgres-errors.js';
import type { PostgresSettings } from './postgres-options.js';
import { firstOf, integerIn, type Row, textIn } from './postgres-rows.js';
import { checkFormat } from './postgres-schema.js';
import type { PostgresStatements } from './postgres-statements.js';

/** A statement that finds nothing. */
const nothing = 'SELECT WHERE false';

export interface GroupCommitParts {
  readonly statements: PostgresStatements;
  readonly durability: PostgresSettings['durability'];
  readonly since: number;
  readonly seal: (base: SharedBase) => CommitGroup;
}

/** A group on its way. Call `attempt` again, on another connection, while its failure may pass. */
export class GroupCommit {
  readonly #parts: GroupCommitParts;
  /** The attempt of which it is not known whether it was committed. */
  #doubt: { readonly revision: number; readonly token: string } | undefined;

  constructor(parts: GroupCommitParts) {
    this.#parts = parts;
  }

  get isInDoubt(): boolean {
    return this.#doubt !== undefined;
  }

  /** The last revision of the group; undefined when it is empty. Leaves no transaction open when it resolves. */
  async attempt(client: ClientBase): Promise<number | undefined> {
    const base = await this.#begin(client);
    const revision =
      base === undefined ? this.#doubt?.revision : await this.#write(client, this.#parts.seal(base));
    if (base === undefined || revision === undefined) await query(client, 'ROLLBACK');
    this.#doubt = undefined;
    return revision;
  }

  /** What the group follows, with all others kept out; undefined when an earlier attempt turns out to be committed. */
  async #begin(client: ClientBase): Promise<SharedBase | undefined> {
    const { statements, durability, since } = this.#parts;
    const doubt = this.#doubt;
    const answers = await queryAll(client, {
      begin: statements.begin,
      durability: durability === 'fsync' ? statements.raiseDurability : nothing,
      head: statements.lockHead,
      found: doubt === undefined ? nothing : statements.findCommit(doubt.revision, doubt.token),
      changes: statements.changedSince(since),
    });
    const { head = [], found = [], changes = [] } = answers;
    if (found.length > 0) return undefined;
    // The earlier attempt had this lock, so it is over, and it left nothing.
    this.#doubt = undefined;
    return baseOf(firstOf(head), changes);
  }

  async #write(client: ClientBase, group: CommitGroup): Promise<number | undefined> {
    const revision = group.at(-1)?.revision;
    if (revision === undefined) return undefined;
    const token = randomUUID();
    await query(client, this.#parts.statements.write, [...columnsOf(group), revision, token]);
    this.#doubt = { revision, token };
    try {
      await query(client, 'COMMIT');
    } catch (error) {
      if (isDefinite(error)) this.#doubt = undefined;
      throw error;
    }
    return revision;
  }
}

function baseOf(head: Row, changes: readonly Row[]): SharedBase {
  checkFormat(head);
  const revision = integerIn(head, 'revision');
  const oldest = integerIn(head, 'oldest');
  const tooMany = changes[maxConflictChanges];
  // Of the last commit that was read only a part may be here: what is known for sure begins after it.
  const known = tooMany === undefined ? oldest : Math.max(oldest, integerIn(tooMany, 'revision'));
  return { revision, oldest: known, changed: changedIn(changes) };
}

function changedIn(changes: readonly Row[]): ChangedRecords {
  const changed = new ChangedRecords();
  for (const row of changes) {
    changed.add({ namespace: textIn(row, 'namespace'), key: textIn(row, 'key') }, integerIn(row, 'revision'));
  }
  return changed;
}

/** The columns of the versions that the group adds. */
function columnsOf(group: CommitGroup): readonly [string[], string[], (string | null)[], number[]] {
  const namespaces: string[] = [];
  const keys: string[] = [];
  const values: (string | null)[] = [];
  const revisions: number[] = [];
  for (const { revision, changes } of group) {
    for (const { key, text } of changes) {
      namespaces.push(key.namespace);
      keys.push(key.key);
      values.push(text ?? null);
      revisions.push(revision);
    }
  }
  return [namespaces, keys, values, revisions];
}
