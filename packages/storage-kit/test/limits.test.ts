import { expect, test } from 'vitest';
import * as limits from '../src/limits.js';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const second = 1000;
const minute = 60 * second;

// Tests of the limits take them by their names. Here are the numbers: stored files and the documents hang on them.
test('the limits are what is documented', () => {
  expect({ ...limits }).toEqual({
    maxNamespaceBytes: 64,
    maxKeyBytes: KiB,
    maxValueBytes: 4 * MiB,
    maxValueDepth: 512,
    maxListLimit: 1000,
    maxTransactionChanges: 10_000,
    maxTransactionBytes: 64 * MiB,
    maxTransactionReads: 100_000,
    maxOpenTransactions: 10_000,
    maxHistoryBytes: 256 * MiB,
    maxRetainedChanges: 10_000,
    maxRetainedBytes: 16 * MiB,
    maxUnwatchedBytes: 256 * KiB,
    maxCachedRecordBytes: 16 * KiB,
    maxCachedBytes: 16 * MiB,
    maxGroupCommits: KiB,
    maxGroupBytes: 16 * MiB,
    defaultMaxStoreBytes: GiB,
    defaultTransactRetries: 4,
    maxTransactRetries: 1000,
    transactFirstPauseMs: 8,
    transactLongestPauseMs: second,
    checkpointJournalBytes: 16 * MiB,
    maxExportBytes: 4 * MiB,
    checkpointTimeoutMs: 10 * minute,
    journalGrowthBytes: MiB,
    maxFrameBytes: 512 * MiB,
    maxLockAttempts: 20,
    maxLockDepth: 8,
    maxSqliteStoreBytes: 3 * GiB,
    defaultHistoryMs: 10 * minute,
    minHistoryMs: second,
    maxHistoryMs: 24 * 60 * minute,
    maxConflictChanges: 100_000,
    defaultPostgresConnections: 10,
    maxPostgresConnections: 100,
    postgresConnectMs: 10 * second,
    postgresStatementMs: 30 * second,
    postgresAnswerMs: 35 * second,
    postgresStalledCommitMs: 15 * second,
    postgresReadMs: 10 * second,
    postgresCommitMs: 30 * second,
    postgresCloseMs: 5 * second,
    postgresTokenMs: 10 * minute,
    maxLanceCommitAttempts: 64,
    lanceReservationMs: 10 * second,
    lanceFileGraceMs: minute,
    lanceOrphanGraceMs: 60 * minute,
    maxSegmentNumber: 2 ** 32 - 2,
    maxReportedFaults: 1000,
    maxExportLineBytes: 32 * MiB,
    importBatchRecords: 1000,
    importBatchBytes: 8 * MiB,
    maxInspectAttempts: 5,
    maxOriginalsFolders: 1000,
  });
});
