import { z } from 'zod';
import { ModelError } from '../model/model-error.js';
import type { ClientSettings } from './client-options.js';
import { refusalError } from './provider-refusal.js';

/** What is not worth failing for is read as absent when it has another form. */
const optionalText = z.string().nullish().catch(null);
const optionalCount = z.int().min(0).nullish().catch(null);

const toolCall = z.looseObject({
  index: optionalCount,
  id: optionalText,
  function: z.looseObject({
    name: z.string().nullish(),
    // Some servers give the arguments as the object itself.
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  }),
});

const textPart = z.looseObject({ text: optionalText });

const part = z.looseObject({
  content: z.union([z.string(), z.array(textPart)]).nullish(),
  reasoning_content: optionalText,
  reasoning: optionalText,
  refusal: optionalText,
  tool_calls: z.array(toolCall).nullish(),
});

const usage = z
  .looseObject({
    prompt_tokens: optionalCount,
    completion_tokens: optionalCount,
    total_tokens: optionalCount,
    prompt_tokens_details: z.looseObject({ cached_tokens: optionalCount }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

const chunk = z.looseObject({
  id: optionalText,
  object: optionalText,
  model: optionalText,
  choices: z
    .array(
      z.looseObject({
        index: optionalCount,
        delta: part.nullish(),
        message: part.nullish(),
        finish_reason: optionalText,
      }),
    )
    .nullish(),
  usage,
});

/** A whole answer, or one event of a streamed one; the two differ in `message` and `delta`. */
export type AnswerChunk = z.infer<typeof chunk>;
export type AnswerPart = z.infer<typeof part>;
export type AnswerUsage = z.infer<typeof usage>;
export type ToolCallDelta = z.infer<typeof toolCall>;

const failure = z.looseObject({
  error: z.union([z.string().min(1), z.looseObject({ code: z.unknown().optional() })]),
});

/**
 * Reads the text of a whole answer, or of one event of a streamed one. Its failures name the place and never show the
 * text.
 *
 * @throws {ModelError} `provider-answer-invalid`; `provider-refused` or `rate-limited` for a failure that came in
 * place of an answer
 */
export function answerChunk(text: string, settings: ClientSettings): AnswerChunk {
  const data = jsonOf(text);
  const failed = failure.safeParse(data);
  if (failed.success) {
    const { error } = failed.data;
    const status = typeof error === 'object' && typeof error.code === 'number' ? error.code : null;
    throw refusalError({ status, header: () => null, text }, settings);
  }
  const parsed = chunk.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new ModelError({ code: 'provider-answer-invalid', reason: z.prettifyError(parsed.error) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError({ code: 'provider-answer-invalid', reason: 'It is no JSON.' });
  }
}
