import {
  type LlmClient,
  type LlmRequest,
  type LlmResponse,
  RehearsalModel,
  type RehearsalScript,
  type StreamEvent,
} from '@changeover/capability-core';

interface RehearsedRun {
  readonly model: RehearsalModel;
  readonly labels: readonly string[];
}

/** The model of a session whose runs each follow a rehearsal of their own. */
export class RehearsedClient implements LlmClient {
  readonly #runs = new Map<string, RehearsedRun>();
  readonly #onWaiting: (run: string, label: string | null) => void;

  /** @param onWaiting Told when a run has come to a point where a person lets it go on, and when it has left it. */
  constructor(onWaiting: (run: string, label: string | null) => void) {
    this.#onWaiting = onWaiting;
  }

  /** Says what a run follows, before it is admitted. */
  assign(run: string, script: RehearsalScript): void {
    const labels = script.turns.flatMap(({ waitFor }) => (waitFor === undefined ? [] : [waitFor]));
    this.#runs.set(run, { model: new RehearsalModel(script), labels: [...new Set(labels)] });
  }

  /** Forgets a run that has ended. */
  forget(run: string): void {
    this.#runs.delete(run);
  }

  /** Lets a run go on that waits at `label`; false when it does not wait there. */
  release(run: string, label: string): boolean {
    return (this.#runs.get(run)?.model.release(label, { runId: run }) ?? 0) > 0;
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    const { id, rehearsed } = this.#rehearsed(request);
    const watch = this.#watch(id, rehearsed);
    try {
      return await rehearsed.model.complete(request);
    } finally {
      watch.abort();
    }
  }

  async *completeStreaming(request: LlmRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const { id, rehearsed } = this.#rehearsed(request);
    const watch = this.#watch(id, rehearsed);
    try {
      yield* rehearsed.model.completeStreaming(request);
    } finally {
      watch.abort();
    }
  }

  #rehearsed({ runId }: LlmRequest): { readonly id: string; readonly rehearsed: RehearsedRun } {
    const rehearsed = runId === undefined ? undefined : this.#runs.get(runId);
    if (runId === undefined || rehearsed === undefined) {
      throw new Error(`No rehearsal was chosen for the run ${String(runId)}: start runs through the host`);
    }
    return { id: runId, rehearsed };
  }

  /** Tells of the first wait of this call; aborting tells of its end. */
  #watch(run: string, { model, labels }: RehearsedRun): AbortController {
    const watch = new AbortController();
    for (const label of labels) {
      model.whenWaiting(label, { signal: watch.signal }).then(
        () => {
          if (watch.signal.aborted) return;
          watch.signal.addEventListener('abort', () => this.#onWaiting(run, null), { once: true });
          this.#onWaiting(run, label);
        },
        // The call ended without coming to this label.
        () => undefined,
      );
    }
    return watch;
  }
}
