/** What every fault has: the code that tells it from the others of its family. */
export interface Fault {
  readonly code: string;
}

/** An error whose `code` narrows it to the fields of that fault. */
export type FamilyError<F extends Fault> = Error & F;

/** The class of one error family. `instanceof` also accepts errors of another copy of this package. */
export interface ErrorFamily<F extends Fault> {
  new (fault: F, options?: ErrorOptions): FamilyError<F>;
}

/**
 * Makes the class of one error family.
 *
 * The fault's fields become fields of the error, so that a caller narrows on `code` and reads the rest with its types.
 *
 * @param name - Class name; also the brand under which duplicates of this package recognise each other's errors.
 * @param describe - Says what was refused, why, and what to do.
 *
 * @example
 * ```ts
 * if (error instanceof CapabilitySetError && error.code === 'public-name-conflict') show(error.kind, error.publicName);
 * ```
 */
export function errorFamily<F extends Fault>(name: string, describe: (fault: F) => string): ErrorFamily<F>;
export function errorFamily(name: string, describe: (fault: Fault) => string): ErrorFamily<Fault> {
  const brand = Symbol.for(`@changeover/capability-core/${name}`);
  class BrandedError extends Error {
    readonly code: string;

    constructor(fault: Fault, options?: ErrorOptions) {
      super(describe(fault), options);
      this.name = name;
      this.code = fault.code;
      Object.assign(this, fault);
      Object.defineProperty(this, brand, { value: true });
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return typeof value === 'object' && value !== null && brand in value;
    }
  }
  Object.defineProperty(BrandedError, 'name', { value: name });
  return BrandedError;
}
