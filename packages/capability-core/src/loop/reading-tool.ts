import type { ToolCapabilities } from '../kinds/tool-capabilities.js';
import { TOOL_CALLS_PER_TURN_MAX } from './limits.js';

/** What a tool promises that only looks something up in memory. */
export const READING_TOOL: ToolCapabilities = Object.freeze({
  readOnly: true,
  idempotent: true,
  resumable: true,
  cancellationSafe: true,
  supportsPagination: false,
  maxParallelism: TOOL_CALLS_PER_TURN_MAX,
  outputKind: 'text',
});
