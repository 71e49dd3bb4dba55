import { RENDER_INTERVAL_MS } from './limits.js';

export interface RenderGateOptions<T> {
  /** Lets the newest value be rendered. */
  readonly publish: (value: T) => void;
  readonly now: () => number;
  readonly isHidden: () => boolean;
}

/** Lets values through at most four times a second, always the newest one, and none while the page is hidden. */
export class RenderGate<T> implements Disposable {
  readonly #options: RenderGateOptions<T>;
  #waiting: { readonly value: T } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: RenderGateOptions<T>) {
    this.#options = options;
  }

  offer(value: T): void {
    this.#waiting = { value };
    if (this.#timer !== null || this.#options.isHidden()) return;
    const wait = this.#lastAt + RENDER_INTERVAL_MS - this.#options.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Lets through now what is waiting: after an answer to a person's own action, and when the page is seen again. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting === null || this.#options.isHidden()) return;
    const { value } = this.#waiting;
    this.#waiting = null;
    this.#lastAt = this.#options.now();
    this.#options.publish(value);
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = null;
  }
}
