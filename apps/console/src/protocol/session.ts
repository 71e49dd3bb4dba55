import * as z from 'zod/mini';
import { CleanupReport } from './batch.js';
import { ErrorReport } from './error-report.js';
import { Stamp } from './generation.js';

/**
 * A session as the host holds it. `restoring`: its generation is being published again after a restart, and it admits
 * no run yet. `needs-you` admits no run until a person has settled `problem`, by applying a batch or closing it.
 */
export const Session = z.readonly(
  z.object({
    id: z.string(),
    workspace: z.string(),
    state: z.enum(['restoring', 'open', 'needs-you', 'closing', 'closed']),
    problem: z.nullable(ErrorReport),
    /** Epoch milliseconds. */
    createdAt: z.number(),
    closedAt: z.nullable(z.number()),
    stamp: Stamp,
    pendingCleanups: z.number(),
    lastCleanup: z.nullable(CleanupReport),
  }),
);
export type Session = z.infer<typeof Session>;
