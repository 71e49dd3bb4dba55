import type { JsonValue, StateKey } from '@changeover/storage-kit';

/** One record to be written, or deleted when it has no value. */
export interface RecordChange {
  readonly key: StateKey;
  readonly value?: JsonValue;
}
