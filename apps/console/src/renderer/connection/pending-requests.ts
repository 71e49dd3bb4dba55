import type { ErrorReport } from '../../protocol/error-report.js';
import { REQUESTS_IN_FLIGHT_MAX } from '../../protocol/limits.js';
import type { PageMessage } from '../../protocol/messages.js';
import { METHODS, type Method, type MethodParams, type MethodResult } from '../../protocol/methods.js';
import { REQUEST_TIMEOUT_MS } from './limits.js';
import { RequestError } from './request-error.js';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A person sees how long these take and can cancel them, and the host bounds them: they take as long as they take. */
const UNTIMED: ReadonlySet<Method> = new Set<Method>([
  'batch.apply',
  'session.close',
  'package.store',
  'package.verify',
]);

interface Pending {
  answer(result: unknown): void;
  refuse(error: RequestError): void;
}

/** The requests on one channel that wait for their answer. */
export class PendingRequests {
  readonly #post: (message: PageMessage) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(post: (message: PageMessage) => void) {
    this.#post = post;
  }

  /** @throws RequestError */
  request<M extends Method>(
    method: M,
    params: MethodParams<M>,
    options: RequestOptions = {},
  ): Promise<MethodResult<M>> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.reject(aborted(method));
    if (this.#pending.size >= REQUESTS_IN_FLIGHT_MAX) {
      return Promise.reject(
        RequestError.of('too-many-requests', `${REQUESTS_IN_FLIGHT_MAX} actions are under way already.`),
      );
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#pending.delete(id);
        if (timer !== null) clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (error: RequestError): void => {
        settle();
        reject(error);
      };
      const abort = (): void => {
        this.#post({ type: 'abort', id });
        refuse(aborted(method));
      };
      const expire = (): void => {
        this.#post({ type: 'abort', id });
        refuse(
          RequestError.of(
            'timed-out',
            `The host did not answer ${method} in ${REQUEST_TIMEOUT_MS / 1_000} s.`,
          ),
        );
      };
      const timer = UNTIMED.has(method) ? null : setTimeout(expire, REQUEST_TIMEOUT_MS);
      const answer = (result: unknown): void => {
        const parsed = METHODS[method].result.safeParse(result);
        if (!parsed.success) {
          refuse(
            RequestError.of('unreadable-answer', `The answer to ${method} cannot be read.`, parsed.error),
          );
          return;
        }
        settle();
        resolve(parsed.data as MethodResult<M>);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#pending.set(id, { answer, refuse });
      this.#post({ type: 'request', id, method, params });
    });
  }

  answer(id: number, result: unknown): void {
    this.#pending.get(id)?.answer(result);
  }

  refuse(id: number, error: ErrorReport): void {
    this.#pending.get(id)?.refuse(RequestError.refused(error));
  }

  /** The channel is gone, and with it every answer. */
  end(): void {
    for (const pending of this.#pending.values()) {
      pending.refuse(RequestError.of('disconnected', 'The host went away before it answered.'));
    }
  }
}

function aborted(method: Method): RequestError {
  return RequestError.of('aborted', `${method} was cancelled before the host answered.`);
}
