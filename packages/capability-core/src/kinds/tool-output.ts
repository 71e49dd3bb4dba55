import type { JsonValue } from '../model/json-value.js';
import type { ToolTrust } from '../model/tool-trust.js';
import type { ToolErrorKind } from './tool-error-kind.js';

/** What a tool answers. */
export interface ToolOutput {
  readonly content: string;
  readonly success: boolean;
  readonly metadata?: JsonValue;
  readonly errorKind?: ToolErrorKind;
  readonly trust: ToolTrust;
}

/** Makes tool outputs; `trust` is `workspace_data` unless said otherwise. */
export const ToolOutput = {
  success(content: string, trust: ToolTrust = 'workspace_data'): ToolOutput {
    return { content, success: true, trust };
  },

  failure(content: string, errorKind?: ToolErrorKind, trust: ToolTrust = 'workspace_data'): ToolOutput {
    return { content, success: false, trust, ...(errorKind === undefined ? {} : { errorKind }) };
  },
};
