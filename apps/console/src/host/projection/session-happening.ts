import type { SessionEvent } from '@changeover/capability-core';

/** A session's event with its time in epoch milliseconds. */
export type SessionHappening = SessionEvent & { readonly at: number };

/** The happenings of a batch, of a run. */
export type BatchHappening = Extract<SessionHappening, { readonly batchId: string }>;
export type RunHappening = Extract<SessionHappening, { readonly runId: string }>;
