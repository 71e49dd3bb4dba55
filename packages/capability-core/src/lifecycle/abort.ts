interface Follower {
  readonly react: () => void;
}

/** Who follows which signal. A signal whose followers all went is not listened to any more. */
const followersBySignal = new WeakMap<AbortSignal, Set<Follower>>();

/**
 * Calls `react` once when `signal` aborts; at once when it has already.
 *
 * However many follow one signal, it has a single listener from here: hundreds of runs may follow one signal of a
 * host, and runtimes take more than ten listeners for a leak.
 *
 * @returns the undo; undoing late or twice is harmless
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  if (signal.aborted) {
    react();
    return () => undefined;
  }
  const followers = followersBySignal.get(signal) ?? listenTo(signal);
  const follower: Follower = { react };
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size === 0) stopListening(signal, followers);
  };
}

function listenTo(signal: AbortSignal): Set<Follower> {
  const followers = new Set<Follower>();
  followersBySignal.set(signal, followers);
  signal.addEventListener('abort', tellFollowers);
  return followers;
}

function stopListening(signal: AbortSignal, followers: ReadonlySet<Follower>): void {
  if (followersBySignal.get(signal) !== followers) return;
  followersBySignal.delete(signal);
  signal.removeEventListener('abort', tellFollowers);
}

function tellFollowers(event: Event): void {
  const signal = event.target as AbortSignal;
  const followers = followersBySignal.get(signal) ?? new Set();
  stopListening(signal, followers);
  for (const follower of followers) {
    // Whoever was undone by an earlier one is no longer in the set and not reached.
    followers.delete(follower);
    follower.react();
  }
}

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
  let unfollow: (() => void) | undefined;
  const aborted = new Promise<AbortableResult<T>>((resolve) => {
    unfollow = onAbort(signal, () => resolve({ aborted: true }));
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
    unfollow?.();
  }
}

/** An abort of one's own that also follows other signals. Dispose it, or it listens as long as they live. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #unfollow: readonly (() => void)[];

  constructor(sources: Iterable<AbortSignal | undefined>) {
    this.#unfollow = [...sources]
      .filter((source) => source !== undefined)
      .map((source) => onAbort(source, () => this.abort(source.reason)));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    for (const unfollow of this.#unfollow) unfollow();
  }
}
