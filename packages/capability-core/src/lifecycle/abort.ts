/** A promise raced against a signal. */
export type AbortableResult<T> = { readonly aborted: true } | { readonly aborted: false; readonly value: T };

/**
 * Waits for `promise` until `signal` aborts. When both are ready, the abort is what counts. A promise left behind may
 * reject later without being noticed: route its late result, if it has one that matters, before racing it.
 *
 * @throws what `promise` rejects with, unless the signal was aborted first
 */
export async function settledOrAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<AbortableResult<T>> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<AbortableResult<T>>((resolve) => {
    onAbort = () => resolve({ aborted: true });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    const result = await Promise.race([
      aborted,
      promise.then((value) => ({ aborted: false, value }) as const),
    ]);
    return signal.aborted ? { aborted: true } : result;
  } catch (error) {
    if (signal.aborted) return { aborted: true };
    throw error;
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

/** An abort of one's own that also follows other signals. Dispose it, or it listens as long as they live. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];
  readonly #follow: (event: Event) => void;

  constructor(sources: Iterable<AbortSignal | undefined>) {
    this.#sources = [...sources].filter((source) => source !== undefined);
    this.#follow = ({ target }) => this.abort((target as AbortSignal).reason);
    for (const source of this.#sources) {
      if (source.aborted) this.abort(source.reason);
      else source.addEventListener('abort', this.#follow, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#follow);
  }
}
