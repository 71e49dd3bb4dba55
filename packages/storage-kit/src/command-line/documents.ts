import type { NamespaceUsage } from '../sqlite/namespace-usage.js';
import type { FailureCode, FailureFacts } from './command-failure.js';
import type { ExitCode } from './exit-code.js';

// What `--json` prints: exactly one of these, on one line.

/** One document of the command line. It is a failure when it has a `code`. */
export type CommandDocument =
  | VerifyDocument
  | InspectDocument
  | RecoverDocument
  | ExportDocument
  | ImportDocument
  | TextDocument
  | FailureDocument;

export type CommandName = 'verify' | 'inspect' | 'recover' | 'export' | 'import';

interface CommandOutcome<Name extends CommandName> {
  readonly command: Name;
  readonly exitCode: ExitCode;
  /** The snapshot, with symbolic links resolved. */
  readonly path: string;
}

/** Something that is not as it was written. */
export interface StoreFault {
  readonly file: string;
  readonly offset?: number;
  readonly key?: RecordKey;
  readonly message: string;
}

export interface RecordKey {
  readonly namespace: string;
  readonly key: string;
}

/** Commits from the first to the last revision, both included. */
export interface RevisionRange {
  readonly from: number;
  readonly to: number;
}

/** The rest of an append that a crash interrupted. The next opening cuts it off; no commit is lost with it. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface FaultReport {
  /** At most 1,000. */
  readonly faults: readonly StoreFault[];
  /** How many more there are. */
  readonly faultsNotListed: number;
}

export interface VerifyDocument extends CommandOutcome<'verify'>, FaultReport {
  readonly sound: boolean;
  /** The last commit that could be read. */
  readonly revision: number;
  readonly snapshot: { readonly bytes: number; readonly records: number };
  readonly journal: { readonly segments: number; readonly bytes: number; readonly commits: number };
  readonly tornTail?: TornTail;
}

export interface InspectDocument extends CommandOutcome<'inspect'> {
  readonly formats: { readonly snapshot: number; readonly journal: number };
  /** Absent when the store is damaged. */
  readonly content?: {
    readonly revision: number;
    readonly records: number;
    readonly bytes: number;
    /** The largest first. */
    readonly namespaces: readonly NamespaceUsage[];
  };
  readonly files: readonly StoreFile[];
  readonly tornTail?: TornTail;
  /** Absent when no process has the store open. */
  readonly lock?: { readonly pid?: number; readonly host?: string; readonly mayRun: boolean };
  /** Absent when the store is damaged, or open in another process. */
  readonly nextOpening?: {
    readonly commitsToReplay: number;
    readonly bytesToCut: number;
    readonly filesToRemove: readonly string[];
    readonly takesOverLock: boolean;
  };
  /** Why the store cannot be opened. */
  readonly damage?: StoreFault;
}

export interface StoreFile {
  readonly file: string;
  readonly bytes: number;
  readonly role: 'snapshot' | 'segment' | 'stale-segment' | 'draft';
}

export interface RecoverDocument extends CommandOutcome<'recover'>, FaultReport {
  /** Whether there was nothing to recover. */
  readonly sound: boolean;
  readonly written: boolean;
  /** The folder that the files were copied to before they were replaced. */
  readonly originals?: string;
  readonly kept: {
    readonly records: number;
    readonly bytes: number;
    /** Where the recovered store goes on: beyond every commit that was seen, or may have been lost. */
    readonly revision: number;
    /** Of the journal. */
    readonly commits: readonly RevisionRange[];
  };
  readonly lost: {
    /** At most 1,000, ascending; those whose key is still known. */
    readonly records: readonly RecordKey[];
    readonly recordsNotListed: number;
    /** Places in the snapshot that could not be read: each may have held records whose key is not known. */
    readonly unreadablePlaces: number;
    /** Of these nothing is left. */
    readonly commits: readonly RevisionRange[];
    /** These are sound, but commits before them are lost: `--past-damage` applies them. */
    readonly commitsPastDamage: readonly RevisionRange[];
    /** Damaged bytes of the journal. */
    readonly journalBytes: number;
  };
  /** Commits were applied although commits before them are lost. */
  readonly mixed: boolean;
}

export interface ExportDocument extends CommandOutcome<'export'> {
  readonly output: string;
  readonly records: number;
  readonly bytes: number;
  readonly revision: number;
}

export interface ImportDocument extends CommandOutcome<'import'> {
  readonly records: number;
  /** The last commit of the import; that of the store when nothing was imported. */
  readonly revision: number;
}

/** The answer to `--help` and `--version`. */
export interface TextDocument {
  readonly exitCode: 0;
  readonly text: string;
}

export interface FailureDocument extends FailureFacts {
  /** Absent when no command was recognised. */
  readonly command?: CommandName;
  readonly exitCode: ExitCode;
  readonly code: FailureCode;
  readonly message: string;
}
