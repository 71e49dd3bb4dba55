import { z } from 'zod';
import { REHEARSAL_PACE_MS_MAX, REHEARSAL_TURNS_MAX } from './limits.js';
import { ModelError } from './model-error.js';

const toolCall = z.strictObject({
  tool: z.string().min(1),
  arguments: z.json().default({}),
});

const turn = z
  .strictObject({
    waitFor: z.string().min(1).optional(),
    text: z.string().optional(),
    toolCalls: z.array(toolCall).min(1).optional(),
  })
  .refine((value) => value.text !== undefined || value.toolCalls !== undefined, {
    error: 'a turn says a text, calls tools, or both',
  });

const pace = z.int().min(0).max(REHEARSAL_PACE_MS_MAX);

const script = z.strictObject({
  turns: z.array(turn).min(1).max(REHEARSAL_TURNS_MAX),
  pacing: z.strictObject({ turnMs: pace.default(0), wordMs: pace.default(0) }).optional(),
});

/**
 * What a rehearsal model says, turn by turn.
 *
 * - `waitFor` holds the turn back until the operator releases that label.
 * - `text` may hold `{{toolResult}}`, which stands for the text of the latest tool result.
 * - `pacing.turnMs` is waited before each answer, `pacing.wordMs` before each streamed word.
 */
export type RehearsalScript = z.infer<typeof script>;

/** One answer of a rehearsal. */
export type RehearsalTurn = RehearsalScript['turns'][number];

/** What may be written for a {@link RehearsalScript}. */
export type RehearsalScriptInput = z.input<typeof script>;

/**
 * Reads a script from JSON data.
 *
 * @throws {ModelError} `rehearsal-script-invalid`, naming the path inside the script
 */
export function parseRehearsalScript(data: unknown): RehearsalScript {
  const parsed = script.safeParse(data);
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error);
    throw new ModelError({ code: 'rehearsal-script-invalid', reason }, { cause: parsed.error });
  }
  return parsed.data;
}
