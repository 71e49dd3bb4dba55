import { type ToolResultBlock, toolResultText } from '../model/content-block.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import type { LlmRequest } from '../model/llm-client.js';
import { type Message, messageText, toolUses } from '../model/message.js';
import type { ImageForms } from './image-forms.js';

interface TextPart {
  type: 'text';
  text: string;
}

type ResultOutput<ResultPart> =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'content'; value: (TextPart | ResultPart)[] };

interface ToolResultPart<ResultPart> {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: ResultOutput<ResultPart>;
}

type AssistantPart =
  | TextPart
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: JsonObject };

/** One message of a prompt, in what the specifications have in common; they differ in the form of images. */
export type PromptMessage<Part, ResultPart> =
  | { role: 'system'; content: string }
  | { role: 'user'; content: (TextPart | Part)[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart<ResultPart>[] };

/** The conversation as a model of the AI SDK is given it. */
export function promptOf<Part, ResultPart>(
  { messages, system }: Pick<LlmRequest, 'messages' | 'system'>,
  images: ImageForms<Part, ResultPart>,
): PromptMessage<Part, ResultPart>[] {
  const toolNames = new Map(messages.flatMap(toolUses).map(({ id, name }) => [id, name]));
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system } as const]),
    ...messages.flatMap((message) =>
      message.role === 'assistant' ? [assistantMessage(message)] : userMessages(message, toolNames, images),
    ),
  ];
}

function assistantMessage(message: Message): { role: 'assistant'; content: AssistantPart[] } {
  const text = messageText(message);
  const calls = toolUses(message);
  const { reasoningContent } = message;
  return {
    role: 'assistant',
    content: [
      // Models that think between tool calls want their thoughts back, and only there.
      ...(reasoningContent === undefined || calls.length === 0
        ? []
        : [{ type: 'reasoning', text: reasoningContent } as const]),
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls.map(({ id, name, input }) => {
        const args = isJsonObject(input) ? input : {};
        return { type: 'tool-call', toolCallId: id, toolName: name, input: args } as const;
      }),
    ],
  };
}

/** Tool results are messages of their own. */
function userMessages<Part, ResultPart>(
  { content }: Message,
  toolNames: ReadonlyMap<string, string>,
  images: ImageForms<Part, ResultPart>,
): PromptMessage<Part, ResultPart>[] {
  const results = content
    .filter((block) => block.type === 'tool_result')
    .map((block) => {
      const toolName = toolNames.get(block.toolUseId) ?? '';
      const output = resultOutput(block, images);
      return { type: 'tool-result', toolCallId: block.toolUseId, toolName, output } as const;
    });
  const parts = content.flatMap((block): (TextPart | Part)[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }];
    return block.type === 'image' ? [images.part(block.source)] : [];
  });
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool', content: results } as const]),
    ...(parts.length === 0 ? [] : [{ role: 'user', content: parts } as const]),
  ];
}

function resultOutput<ResultPart>(
  block: ToolResultBlock,
  images: ImageForms<unknown, ResultPart>,
): ResultOutput<ResultPart> {
  const { content, isError } = block;
  if (typeof content === 'string' || content.every(({ type }) => type === 'text')) {
    return { type: isError === true ? 'error-text' : 'text', value: toolResultText(block) };
  }
  const value = content.map((part) =>
    part.type === 'text' ? ({ type: 'text', text: part.text } as const) : images.resultPart(part.source),
  );
  return { type: 'content', value };
}
