import type { Clock } from '@changeover/capability-core';
import type { Activity } from '../../protocol/activity.js';
import { reportOfError } from '../errors/report-of-error.js';
import type { Ledger } from '../ledger/ledger.js';
import type { FailurePrinter } from '../print-failure.js';
import type { AuditRecord } from '../records/audit-record.js';
import { recordKey } from '../records/record-keys.js';

/** What a line says; its number and time are the log's. */
export type AuditLine = Omit<Activity, 'sequence' | 'at'>;

/** Who does what to which target, and why. */
export interface AuditedCommand extends Pick<Activity, 'actor' | 'command' | 'target' | 'reason'> {
  /** Whether anything of it was begun by now: what ends in an error after that has failed, and was not refused. */
  readonly hasBegun?: () => boolean;
}

/** How a command ends that somebody took back: no failure that a terminal need be told of. */
const TAKEN_BACK: ReadonlySet<string> = new Set([
  'batch-cancelled',
  'cancelled',
  'registry-closed',
  'request-aborted',
  'session-closed',
  'stopping',
]);

/** The audit log: a line for everything that was published, decided or refused; the terminal is told of failures too. */
export class AuditLog {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #printFailure: FailurePrinter;
  #lastSequence: number;

  constructor(options: {
    readonly ledger: Ledger;
    readonly clock: Clock;
    readonly printFailure: FailurePrinter;
    readonly lastSequence: number;
  }) {
    this.#ledger = options.ledger;
    this.#clock = options.clock;
    this.#printFailure = options.printFailure;
    this.#lastSequence = options.lastSequence;
  }

  write(line: AuditLine): void {
    this.#lastSequence += 1;
    const activity: Activity = { sequence: this.#lastSequence, at: this.#clock.now(), ...line };
    const value: AuditRecord = { format: 1, activity };
    this.#ledger.append({
      event: { type: 'activity', activity },
      record: { key: recordKey.audit(activity.sequence), value },
    });
  }

  /** Runs a command and writes how it ended. An error with a code before anything was begun is a refusal; its text is kept. */
  async around<Result>(
    { hasBegun = () => false, ...command }: AuditedCommand,
    run: () => Promise<Result>,
    detailOf: (result: Result) => string | null = () => null,
  ): Promise<Result> {
    const start = this.#clock.elapsed();
    const durationMs = (): number => Math.round(this.#clock.elapsed() - start);
    try {
      const result = await run();
      this.write({ ...command, outcome: 'done', durationMs: durationMs(), detail: detailOf(result) });
      return result;
    } catch (error) {
      const report = reportOfError(error);
      const { code, message } = report;
      const outcome = outcomeOf(code, hasBegun());
      this.write({ ...command, outcome, durationMs: durationMs(), detail: `[${code}] ${message}` });
      if (outcome !== 'cancelled') {
        this.#printFailure(`${command.command} of ${command.target} ${outcome}`, report);
      }
      throw error;
    }
  }
}

function outcomeOf(code: string, hasBegun: boolean): Activity['outcome'] {
  if (TAKEN_BACK.has(code)) return 'cancelled';
  return hasBegun || code === 'internal' ? 'failed' : 'refused';
}
