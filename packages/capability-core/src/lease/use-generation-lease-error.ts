import { boundedMessage } from '../lifecycle/bounded-message.js';

/** A lease on a package generation could not be taken. Providers may throw anything; it is wrapped in this. */
export class UseGenerationLeaseError extends Error {
  readonly code = 'use-generation-lease';

  /** @param message - Cut to 1,024 bytes; empty text gets a default. */
  constructor(message = '', options?: ErrorOptions) {
    super(boundedMessage(message, 'the Use generation lease is not available'), options);
    this.name = 'UseGenerationLeaseError';
  }
}
