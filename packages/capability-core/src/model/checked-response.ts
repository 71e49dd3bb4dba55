import { z } from 'zod';
import type { ContentBlock } from './content-block.js';
import { isJsonData } from './json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from './limits.js';
import type { LlmResponse } from './llm-response.js';
import { ModelError } from './model-error.js';

const count = z.number().min(0);

const responseSchema = z.looseObject({
  message: z.looseObject({
    role: z.literal('assistant'),
    content: z.array(
      z.discriminatedUnion('type', [
        z.looseObject({ type: z.literal('text'), text: z.string() }),
        z.looseObject({ type: z.literal('image') }),
        z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string() }),
      ]),
    ),
  }),
  usage: z.looseObject({
    promptTokens: count,
    completionTokens: count,
    totalTokens: count,
    cacheReadTokens: count.optional(),
    cacheWriteTokens: count.optional(),
  }),
});

/**
 * A client's answer, fit to be worked with: it has the form that it must have, and arguments that are no JSON data
 * are marked like those that were no JSON text, for the model to be told.
 *
 * @throws {ModelError} `invalid-response`, naming the place
 */
export function checkedResponse(response: LlmResponse): LlmResponse {
  const checked = responseSchema.safeParse(response);
  if (!checked.success) {
    const reason = z.prettifyError(checked.error);
    throw new ModelError({ code: 'invalid-response', reason }, { cause: checked.error });
  }
  const { message } = response;
  return { ...response, message: { ...message, content: message.content.map(withJsonInput) } };
}

function withJsonInput(block: ContentBlock): ContentBlock {
  if (block.type !== 'tool_use' || isJsonData(block.input, MODEL_ARGUMENTS_DEPTH_MAX)) {
    return block;
  }
  const invalidJson = block.invalidJson ?? `[no JSON data of at most ${MODEL_ARGUMENTS_DEPTH_MAX} levels]`;
  return { ...block, input: null, invalidJson };
}
