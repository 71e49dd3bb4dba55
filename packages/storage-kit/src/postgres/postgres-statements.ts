import { maxConflictChanges } from '../limits.js';
import { prunePortion, watchPageBytes, watchPageRecords } from './postgres-tuning.js';

export const formatVersion = 1;

/** What the store says to PostgreSQL. Each read is one statement, so that it sees one moment together with `oldest`. */
export type PostgresStatements = ReturnType<typeof postgresStatements>;

/** @param schema - checked: it needs no escaping inside quotes */
export function postgresStatements(schema: string) {
  const store = `"${schema}".store`;
  const versions = `"${schema}".versions`;
  const commits = `"${schema}".commits`;
  const channel = `${schema}_commits`;
  const inRange = `namespace = $1 AND key >= $2 AND key > $3 AND ($4::text IS NULL OR key < $4)`;

  return {
    /**
     * Whether the schema and the store in it are there, and what the server is set to. It asks the catalogue itself:
     * functions such as to_regclass may answer from before the lock that was just waited for.
     */
    inspect: `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '${schema}') AS schema,
      EXISTS (SELECT FROM pg_class AS class JOIN pg_namespace AS space ON space.oid = class.relnamespace
        WHERE space.nspname = '${schema}' AND class.relname = 'store') AS store,
      current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync`,
    readFormat: `SELECT format, revision, oldest FROM ${store}`,
    /** One process at a time, up to the end of its transaction. */
    lockCreation: `SELECT pg_advisory_xact_lock(hashtextextended('changeover storage-kit ${schema}', 0))`,
    createSchema: `CREATE SCHEMA "${schema}"`,
    /**
     * A version is current while \`ended\` is null; else \`ended\` is the revision from which it is not. A deletion is a
     * version without a value that ended with its own revision: it is never visible, and what is current is never a
     * deletion. So all that may be removed is found in one index, and a scan meets no deletions.
     */
    createTables: [
      `CREATE TABLE ${store} (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        format integer NOT NULL, revision bigint NOT NULL, oldest bigint NOT NULL)`,
      `CREATE TABLE ${versions} (namespace text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
        revision bigint NOT NULL, value text, ended bigint, PRIMARY KEY (namespace, key, revision))`,
      `CREATE INDEX versions_current ON ${versions} (namespace, key) WHERE ended IS NULL`,
      `CREATE INDEX versions_revision ON ${versions} (revision)`,
      `CREATE INDEX versions_ended ON ${versions} (ended) WHERE ended IS NOT NULL`,
      `CREATE TABLE ${commits} (revision bigint PRIMARY KEY, token uuid NOT NULL,
        committed_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
      `INSERT INTO ${store} (format, revision, oldest) VALUES (${formatVersion}, 0, 0)`,
    ],
    head: `SELECT revision, oldest FROM ${store}`,
    /** $1 namespace, $2 key, $3 revision. What is older than the newest version up to there is never looked at. */
    get: `SELECT store.oldest, found.value, found.revision, found.ended FROM ${store} AS store LEFT JOIN LATERAL (
        SELECT value, revision, ended FROM ${versions}
        WHERE namespace = $1 AND key = $2 AND revision <= $3 ORDER BY revision DESC LIMIT 1
      ) AS found ON true`,
    /**
     * $1 namespace, $2 from, $3 after, $4 before, $5 revision, $6 count. The records that are current still, and those
     * that have ended since: each part is read along its index and ends at the count.
     */
    scan: `SELECT store.oldest, page.key, page.value, page.revision FROM ${store} AS store LEFT JOIN LATERAL (
        (SELECT key, value, revision FROM ${versions}
          WHERE ${inRange} AND ended IS NULL AND revision <= $5 ORDER BY key LIMIT $6)
        UNION ALL
        (SELECT key, value, revision FROM ${versions}
          WHERE ${inRange} AND ended > $5 AND revision <= $5 AND value IS NOT NULL ORDER BY key LIMIT $6)
        ORDER BY key LIMIT $6
      ) AS page ON true ORDER BY page.key`,
    /**
     * $1 namespace, $2 from, $3 after, $4 before, $5 revision. Whole commits, about a page of them; \`found\` counts them
     * before those are left out that would make the page too large.
     */
    changes: `SELECT store.oldest, store.revision AS head, page.* FROM ${store} AS store LEFT JOIN LATERAL (
        SELECT key, value, revision, found FROM (
          SELECT key, value, revision, count(*) OVER () AS found,
            sum(octet_length(value)) OVER (ORDER BY revision GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
          FROM (
            SELECT key, value, revision FROM ${versions} WHERE ${inRange} AND revision > $5
            ORDER BY revision FETCH FIRST ${watchPageRecords} ROWS WITH TIES
          ) AS next
        ) AS sized WHERE coalesce(before, 0) < ${watchPageBytes}
      ) AS page ON true ORDER BY page.revision, page.key`,
    /**
     * Whoever has the store's row is alone with all it says until the end of its transaction. What comes after it is a
     * statement of its own: only so it sees all that was committed while this one waited.
     */
    begin: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
    raiseDurability: `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
    lockHead: `SELECT format, revision, oldest FROM ${store} FOR UPDATE`,
    findCommit: (revision: number, token: string) =>
      `SELECT FROM ${commits} WHERE revision = ${revision} AND token = '${token}'`,
    /** The newest ones, and one more than may be asked for. */
    changedSince: (revision: number) =>
      `SELECT namespace, key, revision FROM ${versions} WHERE revision > ${revision}
      ORDER BY revision DESC LIMIT ${maxConflictChanges + 1}`,
    /** $1 namespaces, $2 keys, $3 values, $4 revisions, $5 the last revision, $6 token. */
    write: `WITH written AS (
        SELECT namespace, key, value, revision
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS change (namespace, key, value, revision)
      ), superseded AS (
        UPDATE ${versions} AS version SET ended = written.revision FROM written
        WHERE version.namespace = written.namespace AND version.key = written.key AND version.ended IS NULL
      ), added AS (
        INSERT INTO ${versions} (namespace, key, value, revision, ended)
        SELECT namespace, key, value, revision, CASE WHEN value IS NULL THEN revision END FROM written
      ), recorded AS (
        INSERT INTO ${commits} (revision, token) VALUES ($5::bigint, $6::uuid)
      )
      UPDATE ${store} SET revision = $5::bigint RETURNING pg_notify('${channel}', '')`,
    listen: `LISTEN "${channel}"`,
    now: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    bytes: `SELECT pg_total_relation_size('${versions}') AS bytes`,
    /** $1 milliseconds. Snapshots before a commit that is older than that are kept no more. */
    advanceOldest: `UPDATE ${store} AS store SET oldest = horizon.revision FROM (
        SELECT max(revision) AS revision FROM (
          SELECT revision, committed_at FROM ${commits}
          WHERE revision > (SELECT oldest FROM ${store}) ORDER BY revision LIMIT ${prunePortion}
        ) AS next WHERE committed_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
      ) AS horizon WHERE horizon.revision > store.oldest RETURNING store.oldest`,
    /** Another process that removes at the same time takes others. */
    removeVersions: `DELETE FROM ${versions} AS version USING (
        SELECT namespace, key, revision FROM ${versions} WHERE ended <= (SELECT oldest FROM ${store})
        ORDER BY ended LIMIT ${prunePortion} FOR UPDATE SKIP LOCKED
      ) AS dead WHERE version.namespace = dead.namespace AND version.key = dead.key AND version.revision = dead.revision
      RETURNING true`,
    /** $1 milliseconds. */
    removeCommits: `DELETE FROM ${commits} WHERE revision IN (
        SELECT revision FROM (
          SELECT revision, committed_at FROM ${commits} WHERE revision < (SELECT oldest FROM ${store})
          ORDER BY revision LIMIT ${prunePortion}
        ) AS first WHERE committed_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
      ) RETURNING true`,
  } as const;
}
