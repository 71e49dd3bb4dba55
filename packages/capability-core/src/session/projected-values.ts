import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { CapabilityKind } from '../identity/capability-kind.js';
import type { CapabilityValue } from '../kinds/value.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/** A value of a generation, and whose it is. */
export interface ProjectedValue<T> {
  /** Display form of its id. */
  readonly id: string;
  readonly value: T;
}

/** A value that was looked at: a frozen copy of it, or why it cannot be used; `null` when it is of another kind. */
export type ReadValue<T> = { readonly value: T } | { readonly reason: string } | null;

/**
 * Makes a reader of the values of one kind. It gives frozen copies, as the values were when a generation was first
 * asked for them, which is before its publication: whoever made them may change them, but not what a generation holds.
 *
 * @returns a function that throws `CapabilityRuntimeError` `runtime-value-invalid`
 */
export function projectedReader<T>(
  kind: CapabilityKind,
  readValue: (value: CapabilityValue) => ReadValue<T>,
): (projection: CapabilityProjection) => readonly ProjectedValue<T>[] {
  const known = new WeakMap<CapabilityProjection, readonly ProjectedValue<T>[]>();
  return (projection) => {
    const before = known.get(projection);
    if (before !== undefined) {
      return before;
    }
    const values = projection.entries.flatMap(({ descriptor: { id, publicName }, value }) => {
      const read = readValue(value);
      if (read !== null && 'reason' in read) {
        const { reason } = read;
        throw new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind, publicName, reason });
      }
      return read === null ? [] : [{ id: id.toString(), value: read.value }];
    });
    known.set(projection, values);
    return values;
  };
}
