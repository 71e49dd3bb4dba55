import type { McpObserver, McpProcessEnd, McpProcessRecord } from '@changeover/capability-core/mcp';
import type { Ledger } from '../ledger/ledger.js';
import type { ProcessRecord } from '../records/process-record.js';
import { recordKey } from '../records/record-keys.js';

/**
 * Keeps a record of each server process for as long as its group lives, so that a later host can end what a killed one
 * left behind. A server is spoken to only when its record is durable, so what a killed host leaves behind without one
 * has done nothing yet.
 */
export class ProcessRegister implements McpObserver {
  readonly #ledger: Ledger;
  readonly #startTimes = new Map<number, string | null>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Resolves when the record is stored. Never rejects: a write that fails is told by the ledger. */
  async processStarted({ server, pid, startTime, command }: McpProcessRecord): Promise<void> {
    const value: ProcessRecord = { format: 1, server, pid, startTime, command };
    this.#startTimes.set(pid, startTime);
    this.#ledger.keep({ key: recordKey.process(pid), value });
    await this.#ledger.flush().catch(() => undefined);
  }

  processEnded({ pid, startTime }: McpProcessEnd): void {
    // The id may have been given to a newer process of ours by now; that one's record stays.
    if (this.#startTimes.get(pid) !== startTime) return;
    this.#startTimes.delete(pid);
    this.#ledger.keep({ key: recordKey.process(pid) });
  }
}
