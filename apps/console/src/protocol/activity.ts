import * as z from 'zod/mini';
import { FILTER_MAX_LENGTH } from './limits.js';

export const ACTIVITY_ACTORS = ['operator', 'host'] as const;
/** `cancelled`: somebody took the command back. */
export const ACTIVITY_OUTCOMES = ['done', 'refused', 'failed', 'cancelled'] as const;

/** One line of the audit log: who had what done to which target, and how it ended. */
export const Activity = z.readonly(
  z.object({
    sequence: z.number(),
    /** Epoch milliseconds. */
    at: z.number(),
    actor: z.enum(ACTIVITY_ACTORS),
    command: z.string(),
    target: z.string(),
    outcome: z.enum(ACTIVITY_OUTCOMES),
    durationMs: z.nullable(z.number()),
    reason: z.nullable(z.string()),
    detail: z.nullable(z.string()),
  }),
);
export type Activity = z.infer<typeof Activity>;

/** Which lines of the audit log are asked for. */
export const ActivityFilter = z.readonly(
  z.object({
    /** Words that must all occur in command, target, reason or detail, whatever their case; empty for any. */
    text: z.string().check(z.maxLength(FILTER_MAX_LENGTH)),
    actor: z.nullable(z.enum(ACTIVITY_ACTORS)),
    outcome: z.nullable(z.enum(ACTIVITY_OUTCOMES)),
  }),
);
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** Some lines of the audit log that fit a filter, newest first. */
export const ActivityPage = z.readonly(
  z.object({
    lines: z.readonly(z.array(Activity)),
    hasMore: z.boolean(),
    /** Lines that fit the filter, in view or not. */
    matched: z.number(),
    /** All lines of the log. */
    total: z.number(),
  }),
);
export type ActivityPage = z.infer<typeof ActivityPage>;
