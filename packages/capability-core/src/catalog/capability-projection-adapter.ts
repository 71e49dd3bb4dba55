import type { PreparedCapability } from './prepared-capability.js';

/** Makes one capability ready. Used once. */
export interface CapabilityProjectionAdapter {
  /**
   * Returning is readiness. Until it returns, the adapter owns what it has opened and cleans up after itself when it
   * fails or is aborted; from then on the transaction owns the effects. It may throw anything.
   *
   * @param options.signal - Aborted when the batch is cancelled or another adapter failed. Whatever an adapter returns
   * nevertheless is undone.
   */
  prepare(options: { readonly signal: AbortSignal }): Promise<PreparedCapability>;
}
