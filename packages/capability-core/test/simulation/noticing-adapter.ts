import type { CapabilityProjectionAdapter, PreparedCapability } from '../../src/index.js';

/** Tells when its adapter has handed its effects over. */
export class NoticingAdapter implements CapabilityProjectionAdapter {
  readonly #adapter: CapabilityProjectionAdapter;
  readonly #notice: () => void;

  constructor(adapter: CapabilityProjectionAdapter, notice: () => void) {
    this.#adapter = adapter;
    this.#notice = notice;
  }

  async prepare(options: { readonly signal: AbortSignal }): Promise<PreparedCapability> {
    const prepared = await this.#adapter.prepare(options);
    this.#notice();
    return prepared;
  }
}
