import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why the record of a run was not changed. */
export type RunStoreFault = { readonly runId: string } & (
  | { readonly code: 'run-exists' }
  | { readonly code: 'run-not-found' }
  | { readonly code: 'conflict' }
  | { readonly code: 'already-observed' }
);

/** A run record refused a write. */
export type RunStoreError = FamilyError<RunStoreFault>;
export const RunStoreError: ErrorFamily<RunStoreFault> = errorFamily('RunStoreError', describe);

function describe(fault: RunStoreFault): string {
  switch (fault.code) {
    case 'run-exists':
      return `A run "${fault.runId}" is recorded already; choose another id.`;
    case 'run-not-found':
      return `No run "${fault.runId}" is recorded.`;
    case 'conflict':
      return `Run "${fault.runId}" is bound to other capabilities already; a binding is written once.`;
    case 'already-observed':
      return `Run "${fault.runId}" has begun; its capabilities can no longer be written.`;
  }
}
