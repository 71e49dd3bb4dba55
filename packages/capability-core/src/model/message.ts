import type { ContentBlock, ToolUseBlock } from './content-block.js';

/** One message of a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentBlock[];
  readonly reasoningContent?: string;
}

/** A message that holds one text. */
export function userMessage(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** The text blocks of a message, joined by nothing. */
export function messageText(message: Message): string {
  return message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}

/** The tools that a message asks for, in order. */
export function toolUses(message: Message): readonly ToolUseBlock[] {
  return message.content.filter((block) => block.type === 'tool_use');
}
