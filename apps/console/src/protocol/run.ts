import * as z from 'zod/mini';
import { ErrorReport } from './error-report.js';

const RUN_STATUSES = [
  'created',
  'planning',
  'executing',
  'verifying',
  'completed',
  'failed',
  'cancelled',
] as const;

/** A run with what it pins, which is what it effectively uses until it ends. */
export const Run = z.readonly(
  z.object({
    id: z.string(),
    session: z.string(),
    prompt: z.string(),
    rehearsal: z.nullable(z.string()),
    status: z.enum(RUN_STATUSES),
    /** Label of the point where its rehearsal waits for a person; null while it does not wait. */
    waitingFor: z.nullable(z.string()),
    /** Generation it was admitted with; null when admission failed. */
    generation: z.nullable(z.number()),
    digest: z.nullable(z.string()),
    useGeneration: z.nullable(z.number()),
    lease: z.enum(['none', 'held', 'released']),
    /** Epoch milliseconds. */
    admittedAt: z.number(),
    endedAt: z.nullable(z.number()),
    turns: z.number(),
    toolCalls: z.number(),
    /** The newest tool call, with its result once there is one. */
    lastToolCall: z.nullable(
      z.readonly(
        z.object({ tool: z.string(), result: z.nullable(z.string()), success: z.nullable(z.boolean()) }),
      ),
    ),
    tokens: z.readonly(z.object({ prompt: z.number(), completion: z.number() })),
    text: z.nullable(z.string()),
    error: z.nullable(ErrorReport),
    /** True when the close report of its scopes had nothing failed and nothing timed out; null while it is open. */
    closedClean: z.nullable(z.boolean()),
  }),
);
export type Run = z.infer<typeof Run>;

export function isTerminal(status: Run['status']): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
