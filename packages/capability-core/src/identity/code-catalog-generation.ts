import { CapabilitySetError } from './capability-set-error.js';

declare const generationBrand: unique symbol;

/** Number of a catalog's generation: a safe integer from 0. The greatest safe integer has no successor. */
export type CodeCatalogGeneration = number & { readonly [generationBrand]: true };

/** Making {@link CodeCatalogGeneration}. */
export const CodeCatalogGeneration = {
  /** @throws CapabilitySetError `invalid-generation` */
  of(value: number): CodeCatalogGeneration {
    if (!isCatalogGeneration(value)) {
      throw new CapabilitySetError({ code: 'invalid-generation', field: 'code_catalog_generation' });
    }
    return value;
  },
} as const;

function isCatalogGeneration(value: number): value is CodeCatalogGeneration {
  return Number.isSafeInteger(value) && value >= 0;
}
