import type { ToolUseBlock } from './content-block.js';
import type { JsonValue } from './json-value.js';

/** A tool call whose arguments came as text. No text at all stands for no arguments. */
export function toolUseOfText(id: string, name: string, text: string): ToolUseBlock {
  if (text.trim() === '') return { type: 'tool_use', id, name, input: {} };
  try {
    const input: JsonValue = JSON.parse(text);
    return { type: 'tool_use', id, name, input };
  } catch {
    return { type: 'tool_use', id, name, input: null, invalidJson: text };
  }
}
