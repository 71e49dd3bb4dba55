import { REQUESTS_IN_FLIGHT_MAX } from '../../protocol/limits.js';
import type { HostMessage } from '../../protocol/messages.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import type { Operation } from './operation.js';
import type { Operations } from './operations.js';
import { QUESTIONS } from './questions.js';

/**
 * The requests of one page that are being answered. What a page began goes on when the page goes away; what it only
 * asked is given up.
 */
export class Requests {
  readonly #operations: ReadonlyMap<string, Operation<unknown>>;
  readonly #post: (message: HostMessage) => void;
  readonly #answering: Set<Promise<void>>;
  readonly #inFlight = new Map<number, { readonly method: string; readonly controller: AbortController }>();

  /** @param answering Takes what is being answered, of all pages, for whoever waits until nothing is. */
  constructor(
    operations: Operations,
    post: (message: HostMessage) => void,
    answering: Set<Promise<void>> = new Set(),
  ) {
    this.#operations = new Map(Object.entries(operations));
    this.#post = post;
    this.#answering = answering;
  }

  /** Answers with exactly one `result` or `error`, unless the page gave the same id to a request before. */
  take(id: number, method: string, params: unknown): void {
    if (this.#inFlight.has(id)) return;
    const refusal = this.#refusal(method);
    if (refusal !== null) {
      this.#post({ type: 'error', id, error: reportOfError(refusal) });
      return;
    }
    const controller = new AbortController();
    this.#inFlight.set(id, { method, controller });
    const answer = this.#answer(id, method, params, controller.signal);
    this.#answering.add(answer);
    void answer.finally(() => this.#answering.delete(answer));
  }

  abort(id: number): void {
    this.#inFlight.get(id)?.controller.abort(takenBack('The page took the request back'));
  }

  /** The page is gone. */
  end(): void {
    for (const { method, controller } of this.#inFlight.values()) {
      if (QUESTIONS.has(method)) controller.abort(takenBack('The page that asked is gone'));
    }
  }

  #refusal(method: string): HostError | null {
    if (!this.#operations.has(method)) {
      return new HostError(
        'unknown-method',
        `The host knows no method ${JSON.stringify(method.slice(0, 80))}`,
      );
    }
    if (this.#inFlight.size < REQUESTS_IN_FLIGHT_MAX) return null;
    return new HostError(
      'too-many-requests',
      `The page has ${REQUESTS_IN_FLIGHT_MAX} requests in flight; one more is refused`,
      { limit: REQUESTS_IN_FLIGHT_MAX },
    );
  }

  async #answer(id: number, method: string, params: unknown, signal: AbortSignal): Promise<void> {
    try {
      const result = await this.#operations.get(method)?.(params, { signal });
      this.#post({ type: 'result', id, result });
    } catch (error) {
      this.#post({ type: 'error', id, error: reportOfError(error) });
    } finally {
      this.#inFlight.delete(id);
    }
  }
}

function takenBack(message: string): HostError {
  return new HostError('request-aborted', message);
}
