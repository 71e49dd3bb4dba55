/**
 * What a registry has just done on the disk. A process that ends right there leaves a registry that opens with the
 * state before or after the operation.
 */
export type RegistryStep =
  | 'source-unpacked'
  | 'content-begun'
  | 'content-copied'
  | 'content-placed'
  | 'receipt-written'
  | 'receipt-placed'
  | 'generation-written'
  | 'generation-placed'
  | 'consent-written'
  | 'consent-placed'
  | 'generation-dropped'
  | 'receipt-removed'
  | 'content-removed'
  | 'generation-removed';

/** Watches a registry at work. */
export interface RegistryObserver {
  /** Called after each step; the registry goes on when it has returned. */
  step?(step: RegistryStep): void;
}
