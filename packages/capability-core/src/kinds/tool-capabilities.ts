/** What a tool promises about one call, so that a loop may run calls side by side. */
export interface ToolCapabilities {
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly resumable: boolean;
  readonly cancellationSafe: boolean;
  readonly supportsPagination: boolean;
  /** How many calls may be in flight at once; at least 1. */
  readonly maxParallelism: number;
  readonly outputKind: 'text' | 'structured' | 'diff' | 'mixed';
}

/** What is assumed of a tool that promises nothing. */
export const CONSERVATIVE_TOOL_CAPABILITIES: ToolCapabilities = Object.freeze({
  readOnly: false,
  idempotent: false,
  resumable: false,
  cancellationSafe: false,
  supportsPagination: false,
  maxParallelism: 1,
  outputKind: 'text',
});

/** Whether a call with these promises may share its turn with others. */
export function mayRunInParallel(capabilities: ToolCapabilities): boolean {
  return (
    capabilities.readOnly &&
    capabilities.idempotent &&
    capabilities.cancellationSafe &&
    capabilities.maxParallelism > 1
  );
}
