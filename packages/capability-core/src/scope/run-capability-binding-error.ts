import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** How a recorded binding differs from what a new run would get. */
export interface BindingDrift {
  readonly expectedGeneration: number;
  readonly actualGeneration: number;
  readonly catalogDigestMismatch: boolean;
  readonly ceilingDigestMismatch: boolean;
  readonly useGenerationMismatch: boolean;
}

/** Why a recorded binding was refused; fields are named as in its JSON form. */
export type RunCapabilityBindingFault =
  | { readonly code: 'invalid-field'; readonly field: string; readonly reason: string }
  | { readonly code: 'encoding'; readonly reason: string }
  | ({ readonly code: 'content-drift' } & BindingDrift);

/** A run's recorded capabilities cannot be read, or are not the ones there are now. */
export type RunCapabilityBindingError = FamilyError<RunCapabilityBindingFault>;
export const RunCapabilityBindingError: ErrorFamily<RunCapabilityBindingFault> = errorFamily(
  'RunCapabilityBindingError',
  describe,
);

function describe(fault: RunCapabilityBindingFault): string {
  switch (fault.code) {
    case 'invalid-field':
      return `The run's capability binding was refused at ${fault.field}: ${fault.reason}.`;
    case 'encoding':
      return `The run's capability binding cannot be read: ${fault.reason}.`;
    case 'content-drift':
      return (
        `The run was bound to generation ${fault.expectedGeneration}, but a new run would get generation ` +
        `${fault.actualGeneration} with other ${driftOf(fault)}; publish the recorded content again first.`
      );
  }
}

function driftOf(drift: BindingDrift): string {
  const parts = [
    ...(drift.catalogDigestMismatch ? ['capabilities'] : []),
    ...(drift.ceilingDigestMismatch ? ['permissions and limits'] : []),
    ...(drift.useGenerationMismatch ? ['packages'] : []),
  ];
  return parts.join(', ');
}
