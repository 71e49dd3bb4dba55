import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a workflow could not be bound, or an operation on one of its runs was refused. */
export type FlowFault =
  | { readonly code: 'invalid-workflow'; readonly reason: string }
  | {
      readonly code: 'unsupported-runtime-build';
      readonly workflow: string;
      /** `null` when the workflow names none. */
      readonly runtimeBuild: string | null;
    }
  | { readonly code: 'invalid-run-id'; readonly reason: string }
  | { readonly code: 'invalid-input'; readonly reason: string };

/** A workflow, or what was asked of it, was refused; nothing was started. */
export type FlowError = FamilyError<FlowFault>;
export const FlowError: ErrorFamily<FlowFault> = errorFamily('FlowError', describe);

function describe(fault: FlowFault): string {
  switch (fault.code) {
    case 'invalid-workflow':
      return `The workflow was refused: ${fault.reason}.`;
    case 'unsupported-runtime-build':
      return fault.runtimeBuild === null
        ? `The workflow "${fault.workflow}" was refused: its engine needs it to name a runtime build.`
        : `The workflow "${fault.workflow}" was refused: its engine does not support the runtime build "${fault.runtimeBuild}".`;
    case 'invalid-run-id':
      return `The id of the workflow run was refused: it ${fault.reason}.`;
    case 'invalid-input':
      return `The input of the workflow run was refused: ${fault.reason}.`;
  }
}
