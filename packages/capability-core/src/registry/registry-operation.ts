import type { Sha256Digest } from '../identity/sha256-digest.js';

/** Cancels an operation. What it had written so far is cleared away or has no effect. */
export interface RegistryOperation {
  readonly signal: AbortSignal;
}

/** How a package is installed. */
export interface InstallOptions extends RegistryOperation {
  /** Whether an item that is not loaded as it should be refuses the package; as the registry was opened, when absent. */
  readonly strict?: boolean;
}

/** Why a plan is applied. */
export interface ApplyOptions extends RegistryOperation {
  /** Kept with the generation, cut to 1,024 bytes; a summary of the change when absent. */
  readonly cause?: string;
}

/** What a person decided about one server of one version. */
export interface ServerDecision {
  readonly digest: Sha256Digest;
  readonly server: string;
  readonly decision: 'allowed' | 'refused';
  /** Cut to 1,024 bytes. */
  readonly reason?: string;
}
