import type { CapabilityValue } from '../kinds/value.js';
import type { CapabilityProjectionAdapter } from './capability-projection-adapter.js';
import { PreparedCapability } from './prepared-capability.js';

/** An adapter for a value that is ready as it is and holds nothing open. Preparing it waits for nothing. */
export class ReadyValueAdapter implements CapabilityProjectionAdapter {
  readonly value: CapabilityValue;

  constructor(value: CapabilityValue) {
    this.value = value;
  }

  async prepare(): Promise<PreparedCapability> {
    return new PreparedCapability(this.value);
  }
}
