import type { JsonValue } from './json-value.js';
import type { ToolTrust } from './tool-trust.js';

/** Words. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** A picture, with its bytes in it. */
export interface ImageBlock {
  readonly type: 'image';
  readonly source: {
    readonly type: 'base64';
    readonly mediaType: string;
    readonly data: string;
  };
}

/** A model asks for a tool. */
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** The arguments as the model gave them; nothing about them has been checked. */
  readonly input: JsonValue;
  /** The text of arguments that were no JSON; `input` says nothing then. */
  readonly invalidJson?: string;
}

/** The answer to one {@link ToolUseBlock}. */
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: string | readonly (TextBlock | ImageBlock)[];
  readonly isError?: boolean;
  /** Absent for `workspace_data`. */
  readonly trust?: Exclude<ToolTrust, 'workspace_data'>;
}

/** One part of a message. */
export type ContentBlock = TextBlock | ImageBlock | ToolUseBlock | ToolResultBlock;

/** The text of a tool result: its text parts, joined by newlines. */
export function toolResultText(block: ToolResultBlock): string {
  if (typeof block.content === 'string') {
    return block.content;
  }
  return block.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
