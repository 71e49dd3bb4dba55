import { z } from 'zod';
import { ModelError } from '../model/model-error.js';

const optionalText = z.string().optional().catch(undefined);
const optionalCount = z.int().min(0).optional().catch(undefined);
const toolName = z.string();

const warning = z.object({
  type: z.string(),
  feature: optionalText,
  setting: optionalText,
  message: optionalText,
  details: optionalText,
});

const streamPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stream-start'), warnings: z.array(warning) }),
  z.object({ type: z.literal('response-metadata'), id: optionalText, modelId: optionalText }),
  z.object({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), id: z.string(), delta: z.string() }),
  z.object({
    type: z.literal('tool-call'),
    toolCallId: z.string(),
    toolName,
    input: z.string(),
    providerExecuted: z.boolean().optional(),
  }),
  z.object({ type: z.literal('tool-result'), toolName }),
  z.object({ type: z.literal('tool-approval-request') }),
  z.object({ type: z.literal('file'), mediaType: z.string() }),
  z.object({
    type: z.literal('finish'),
    finishReason: z.object({ unified: z.string(), raw: optionalText }),
    usage: z.object({
      inputTokens: z.object({ total: optionalCount, cacheRead: optionalCount, cacheWrite: optionalCount }),
      outputTokens: z.object({ total: optionalCount }),
    }),
  }),
  z.object({ type: z.literal('error'), error: z.unknown().optional() }),
]);

/** A part of a streamed answer that says something here. */
export type StreamPart = z.infer<typeof streamPartSchema>;

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(
  streamPartSchema.options.map(({ shape }) => shape.type.value),
);

/**
 * Reads one part of a stream; `null` for one that says nothing here, like the start of a text.
 *
 * @throws {ModelError} `provider-answer-invalid`, naming the place
 */
export function streamPart(value: unknown): StreamPart | null {
  if (typeof value === 'object' && value !== null && 'type' in value && !KNOWN_TYPES.has(value.type)) {
    return null;
  }
  const parsed = streamPartSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reason = z.prettifyError(parsed.error);
  throw new ModelError({ code: 'provider-answer-invalid', reason }, { cause: parsed.error });
}
