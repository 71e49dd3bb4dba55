import {
  type ContentBlock,
  type ImageBlock,
  type TextBlock,
  toolResultText,
} from '../model/content-block.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import type { LlmRequest } from '../model/llm-client.js';
import { type Message, messageText, toolUses } from '../model/message.js';

/** The body of a chat-completions request, without the model's name and settings. */
export function requestBody({ messages, system, tools }: LlmRequest, stream: boolean): JsonObject {
  return {
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap(wireMessages),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => {
            return { type: 'function', function: { name, description, parameters } };
          }),
        }),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
}

function wireMessages(message: Message): readonly JsonObject[] {
  return message.role === 'assistant' ? [assistantMessage(message)] : userMessages(message);
}

function assistantMessage(message: Message): JsonObject {
  const text = messageText(message);
  const calls = toolUses(message);
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    // Models that think between tool calls want their thoughts back, and only there.
    ...(message.reasoningContent === undefined ? {} : { reasoning_content: message.reasoningContent }),
    tool_calls: calls.map(({ id, name, input }) => {
      // What was no object has been refused already, and some servers fail at reading it again.
      const args = JSON.stringify(isJsonObject(input) ? input : {});
      return { id, type: 'function', function: { name, arguments: args } };
    }),
  };
}

/** Tool results are messages of their own and hold text only; their images follow in the user's message. */
function userMessages({ content }: Message): readonly JsonObject[] {
  const results = content.filter((block) => block.type === 'tool_result');
  const images = results.flatMap(({ toolUseId, content: parts }) => {
    const pictures = typeof parts === 'string' ? [] : parts.filter((part) => part.type === 'image');
    const heading: TextBlock = { type: 'text', text: `Images in the result of the tool call ${toolUseId}:` };
    return pictures.length === 0 ? [] : [heading, ...pictures];
  });
  const parts = [...images, ...content.filter(isUserPart)];
  return [
    ...results.map((result) => {
      return { role: 'tool', tool_call_id: result.toolUseId, content: toolResultText(result) };
    }),
    ...(parts.length === 0 ? [] : [{ role: 'user', content: userContent(parts) }]),
  ];
}

function isUserPart(block: ContentBlock): block is TextBlock | ImageBlock {
  return block.type === 'text' || block.type === 'image';
}

/** Plain text where it is only text: not every server knows parts. */
function userContent(parts: readonly (TextBlock | ImageBlock)[]): string | readonly JsonObject[] {
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('');
  return parts.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : {
          type: 'image_url',
          image_url: { url: `data:${part.source.mediaType};base64,${part.source.data}` },
        },
  );
}
