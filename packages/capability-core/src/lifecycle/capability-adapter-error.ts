import { boundedMessage } from './bounded-message.js';

/** An adapter could not make its capability ready. Adapters may throw anything; it is wrapped in this. */
export class CapabilityAdapterError extends Error {
  readonly code = 'adapter-failed';

  /** @param message - Cut to 1,024 bytes; empty text gets a default. */
  constructor(message = '', options?: ErrorOptions) {
    super(boundedMessage(message, 'capability adapter failed'), options);
    this.name = 'CapabilityAdapterError';
  }
}
