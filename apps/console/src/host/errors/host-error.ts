/**
 * Why the host refused something.
 *
 * - `invalid-request`: the parameters break the method's schema; `path` says where.
 * - `unknown-method`, `protocol-mismatch`: page and host are of different versions.
 * - `too-many-requests`, `too-many-sessions`, `too-many-packages`, `too-many-pages`: a limit was reached.
 * - `request-aborted`: the page took the request back.
 * - `unknown-session`, `unknown-generation`, `unknown-batch`, `unknown-run`, `unknown-rehearsal`, `unknown-package`: there
 *   is nothing of that name.
 * - `session-exists`, `session-not-open`, `session-needs-you`: the session's state does not allow it.
 * - `batch-in-progress`, `batch-cancelled`, `batch-timeout`: how a batch ended, or why none was begun.
 * - `not-waiting`: no run waits at that label.
 * - `nothing-installed`: no package was ever installed, so there is nothing that a batch could be made of.
 * - `generation-too-large`: what a batch would publish does not fit a record of the store.
 * - `stale-plan`: another package generation was published since a change was planned.
 * - `folder-not-absolute`, `folder-not-permitted`: a folder that is to be stored is named only in part, or the user as
 *   whom the console runs may not read it.
 * - `package-timeout`: reading or changing packages took too long.
 * - `package-missing`, `package-damaged`, `package-changed`, `server-undecided`, `server-refused`,
 *   `packages-not-installed`: after a restart, the packages of a session do not make its generation any more.
 * - `restore-failed`, `restore-timeout`: a session could not be republished after a restart for another reason.
 * - `store-not-writable`, `store-write-failed`: a change was not stored.
 * - `damaged-record`, `newer-records`: the store holds a record that this version cannot read.
 * - `data-folder-unusable`, `project-unreadable`: a folder given at start cannot be used.
 * - `stopping`: the host is on its way out.
 */
export type HostErrorCode =
  | 'invalid-request'
  | 'unknown-method'
  | 'protocol-mismatch'
  | 'too-many-requests'
  | 'too-many-sessions'
  | 'too-many-packages'
  | 'too-many-pages'
  | 'request-aborted'
  | 'unknown-session'
  | 'unknown-generation'
  | 'unknown-batch'
  | 'unknown-run'
  | 'unknown-rehearsal'
  | 'unknown-package'
  | 'session-exists'
  | 'session-not-open'
  | 'session-needs-you'
  | 'batch-in-progress'
  | 'batch-cancelled'
  | 'batch-timeout'
  | 'not-waiting'
  | 'nothing-installed'
  | 'generation-too-large'
  | 'stale-plan'
  | 'folder-not-absolute'
  | 'folder-not-permitted'
  | 'package-timeout'
  | 'package-missing'
  | 'package-damaged'
  | 'package-changed'
  | 'server-undecided'
  | 'server-refused'
  | 'packages-not-installed'
  | 'restore-failed'
  | 'restore-timeout'
  | 'store-not-writable'
  | 'store-write-failed'
  | 'damaged-record'
  | 'newer-records'
  | 'data-folder-unusable'
  | 'project-unreadable'
  | 'stopping';

/** The facts behind a {@link HostError}. */
export type HostErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** The error that the host raises of its own accord. Errors of the libraries below it keep their own codes. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: HostErrorCode;
  readonly details: HostErrorDetails;

  constructor(code: HostErrorCode, message: string, details: HostErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
