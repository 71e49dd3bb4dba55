import type { AuditedCommand, AuditLog } from '../audit/audit-log.js';
import { HostError } from '../errors/host-error.js';
import type { Ledger } from '../ledger/ledger.js';

/** What an operator asks for, and what there is to say once it is done. */
export interface OperatorCommand<Result> extends Omit<AuditedCommand, 'actor'> {
  readonly detail?: (result: Result) => string;
}

/** Runs what operators ask for, each with its line in the audit log. */
export class AuditedCommands {
  readonly #audit: AuditLog;
  readonly #ledger: Ledger;

  constructor(audit: AuditLog, ledger: Ledger) {
    this.#audit = audit;
    this.#ledger = ledger;
  }

  /** What only steers or ends something goes on also while the store fails. */
  steer<Result>(command: OperatorCommand<Result>, run: () => Promise<Result>): Promise<Result> {
    const { detail, ...rest } = command;
    return this.#audit.around({ actor: 'operator', ...rest }, run, detail);
  }

  /** What is to last is refused once the store fails. @throws HostError `store-not-writable` */
  change<Result>(command: OperatorCommand<Result>, run: () => Promise<Result>): Promise<Result> {
    return this.steer(command, () => {
      if (this.#ledger.failure === null) return run();
      throw new HostError(
        'store-not-writable',
        'Nothing can be changed: a write to the store failed',
        {},
        { cause: this.#ledger.failure },
      );
    });
  }
}
