import * as z from 'zod/mini';
import { Json } from './json.js';

const line = { format: z.literal(1), at: z.number() };

/** `transcript/{run}/{sequence}`: one step of a run. */
export const TranscriptRecord = z.discriminatedUnion('type', [
  z.readonly(z.object({ ...line, type: z.literal('prompt'), text: z.string() })),
  z.readonly(z.object({ ...line, type: z.literal('text'), turn: z.number(), text: z.string() })),
  z.readonly(
    z.object({
      ...line,
      type: z.literal('tool-call'),
      callId: z.string(),
      tool: z.string(),
      arguments: Json,
    }),
  ),
  z.readonly(
    z.object({
      ...line,
      type: z.literal('tool-result'),
      callId: z.string(),
      tool: z.string(),
      success: z.boolean(),
      text: z.string(),
      durationMs: z.number(),
    }),
  ),
  z.readonly(z.object({ ...line, type: z.literal('end'), status: z.string(), text: z.string() })),
  z.readonly(z.object({ ...line, type: z.literal('cut'), text: z.string() })),
]);
export type TranscriptRecord = z.infer<typeof TranscriptRecord>;
