import * as z from 'zod/mini';

/** One line of the audit log: who had what done to which target, and how it ended. */
export const Activity = z.readonly(
  z.object({
    sequence: z.number(),
    /** Epoch milliseconds. */
    at: z.number(),
    actor: z.enum(['operator', 'host']),
    command: z.string(),
    target: z.string(),
    /** `cancelled`: somebody took the command back. */
    outcome: z.enum(['done', 'refused', 'failed', 'cancelled']),
    durationMs: z.nullable(z.number()),
    reason: z.nullable(z.string()),
    detail: z.nullable(z.string()),
  }),
);
export type Activity = z.infer<typeof Activity>;
