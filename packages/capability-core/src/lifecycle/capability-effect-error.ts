import { boundedMessage } from './bounded-message.js';

/** An effect could not be released. Effects may throw anything; this is what it becomes in reports. */
export class CapabilityEffectError extends Error {
  readonly code = 'effect-failed';

  /** @param message - Cut to 1,024 bytes; empty text gets a default. */
  constructor(message = '', options?: ErrorOptions) {
    super(boundedMessage(message, 'capability effect failed to close'), options);
    this.name = 'CapabilityEffectError';
  }
}
