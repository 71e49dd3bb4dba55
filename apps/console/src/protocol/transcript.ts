import * as z from 'zod/mini';

const line = { sequence: z.number(), at: z.number() };
const tokens = z.readonly(z.object({ prompt: z.number(), completion: z.number() }));

/** One step of a run as it was recorded. Numbered from 1 within its run; `at` is in epoch milliseconds. */
export const TranscriptLine = z.discriminatedUnion('type', [
  z.readonly(z.object({ ...line, type: z.literal('prompt'), text: z.string() })),
  z.readonly(z.object({ ...line, type: z.literal('text'), turn: z.number(), text: z.string() })),
  z.readonly(
    z.object({
      ...line,
      type: z.literal('tool-call'),
      turn: z.number(),
      callId: z.string(),
      tool: z.string(),
      /** JSON text. */
      arguments: z.string(),
    }),
  ),
  z.readonly(
    z.object({
      ...line,
      type: z.literal('tool-result'),
      turn: z.number(),
      callId: z.string(),
      tool: z.string(),
      success: z.boolean(),
      text: z.string(),
      durationMs: z.number(),
    }),
  ),
  z.readonly(
    z.object({ ...line, type: z.literal('turn-end'), turn: z.number(), tokens, durationMs: z.number() }),
  ),
  z.readonly(z.object({ ...line, type: z.literal('end'), status: z.string(), text: z.string() })),
  /** What closing the run's scopes settled: lines of failures, none when all was clean. */
  z.readonly(
    z.object({
      ...line,
      type: z.literal('close-report'),
      clean: z.boolean(),
      tasks: z.number(),
      effects: z.number(),
      leases: z.number(),
      failures: z.readonly(
        z.array(
          z.readonly(
            z.object({ name: z.string(), outcome: z.string(), code: z.string(), message: z.string() }),
          ),
        ),
      ),
    }),
  ),
  /** Later steps were not recorded, or earlier ones were deleted for their age. */
  z.readonly(z.object({ ...line, type: z.literal('cut'), text: z.string() })),
]);
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** Some consecutive lines of a run's transcript. */
export const TranscriptPage = z.readonly(
  z.object({
    lines: z.readonly(z.array(TranscriptLine)),
    /** Ask for lines after this one next. */
    next: z.number(),
    hasMore: z.boolean(),
  }),
);
export type TranscriptPage = z.infer<typeof TranscriptPage>;
