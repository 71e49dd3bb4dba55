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

function lineOfFirst(sequence: number, record: FirstTranscriptRecord): TranscriptLine {
  const { at } = record;
  switch (record.type) {
    case 'prompt':
    case 'cut':
      return { sequence, at, type: record.type, text: record.text };
    case 'text':
      return { sequence, at, type: 'text', turn: record.turn, text: record.text };
    case 'tool-call': {
      const { callId, tool } = record;
      const text = JSON.stringify(record.arguments);
      return { sequence, at, type: 'tool-call', turn: 0, callId, tool, arguments: text };
    }
    case 'tool-result': {
      const { callId, tool, success, text, durationMs } = record;
      return { sequence, at, type: 'tool-result', turn: 0, callId, tool, success, text, durationMs };
    }
    case 'end':
      return { sequence, at, type: 'end', status: record.status, text: record.text };
  }
}
