import * as z from 'zod/mini';
import { TranscriptLine } from '../../protocol/transcript.js';
import { Json } from './json.js';

const line = { format: z.literal(1), at: z.number() };

/** The shape of format 1: tool calls without their turn, arguments as JSON, and no ends of turns. */
const FirstTranscriptRecord = z.discriminatedUnion('type', [
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
type FirstTranscriptRecord = z.infer<typeof FirstTranscriptRecord>;

/** `transcript/{run}/{sequence}`: one step of a run, as pages see it. */
export const TranscriptRecord = z.union([
  z.readonly(z.object({ format: z.literal(2), line: TranscriptLine })),
  FirstTranscriptRecord,
]);
export type TranscriptRecord = z.infer<typeof TranscriptRecord>;

/** The step that a record keeps. Tool lines of format 1 are of turn 0, which says that nobody wrote it down. */
export function transcriptLine(sequence: number, record: TranscriptRecord): TranscriptLine {
  if (record.format === 2) return { ...record.line, sequence };
  return lineOfFirst(sequence, record);
}

function lineOfFirst(sequence: number, { format: _, ...record }: FirstTranscriptRecord): TranscriptLine {
  switch (record.type) {
    case 'tool-call':
      return { ...record, sequence, turn: 0, arguments: JSON.stringify(record.arguments) };
    case 'tool-result':
      return { ...record, sequence, turn: 0 };
    case 'prompt':
    case 'text':
    case 'end':
    case 'cut':
      return { ...record, sequence };
  }
}
