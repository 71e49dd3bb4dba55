import type { Clock } from '../contract/clock.js';
import { progressAfterMs, progressLineMs, progressRewriteMs, workSliceMs } from './command-line-tuning.js';
import { countOf, formatBytes } from './format.js';

/** Where progress is shown. */
export interface ProgressDisplay {
  /** One line is rewritten, or each report takes a new one. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

export interface ProgressParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Absent where nobody is to be told. */
  readonly display: ProgressDisplay | undefined;
}

interface Task {
  readonly label: string;
  readonly total: number | undefined;
  readonly unit: 'bytes' | 'records';
  readonly startedAt: number;
}

const clearLine = '\r\u001B[K';

/** Tells how far long work is, and lets signals and streams have their turn in between. */
export class Progress {
  readonly #parts: ProgressParts;
  readonly #startedAt: number;
  #task: Task | undefined;
  #done = 0;
  #pausedAt: number;
  #shownAt: number | undefined;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#pausedAt = this.#startedAt;
  }

  /** @param total - undefined when it is not known. @throws the signal's reason */
  begin(label: string, unit: Task['unit'], total?: number): void {
    this.#parts.signal.throwIfAborted();
    this.#task = { label, unit, total, startedAt: this.#parts.clock.now() };
    this.#done = 0;
  }

  /** Says that so much more is done. @throws the signal's reason */
  async advance(amount: number): Promise<void> {
    this.#done += amount;
    const now = this.#parts.clock.now();
    if (now - this.#pausedAt < workSliceMs) return;
    this.#show(now);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    this.#pausedAt = this.#parts.clock.now();
    this.#parts.signal.throwIfAborted();
  }

  /** Takes the line from the terminal again. Ending twice is harmless. */
  end(): void {
    this.#task = undefined;
    if (this.#shownAt !== undefined && this.#parts.display?.isTerminal) this.#parts.display.write(clearLine);
    this.#shownAt = undefined;
  }

  #show(now: number): void {
    const { display } = this.#parts;
    if (display === undefined || this.#task === undefined) return;
    const dueAt =
      this.#shownAt === undefined
        ? this.#startedAt + progressAfterMs
        : this.#shownAt + (display.isTerminal ? progressRewriteMs : progressLineMs);
    if (now < dueAt) return;
    this.#shownAt = now;
    const line = describe(this.#task, this.#done, now);
    display.write(display.isTerminal ? `${clearLine}${line}` : `${line}\n`);
  }
}

function describe({ label, total, unit, startedAt }: Task, done: number, now: number): string {
  const amount = unit === 'bytes' ? formatBytes : (count: number) => countOf(count, 'record');
  const share = total === undefined || total === 0 ? '' : ` (${Math.floor((done / total) * 100)} %)`;
  const seconds = (now - startedAt) / 1000;
  const rate = seconds === 0 ? '' : `, ${amount(Math.round(done / seconds))} per second`;
  return `${label}: ${amount(done)}${share}${rate}`;
}
