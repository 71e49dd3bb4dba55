import * as z from 'zod/mini';
import { Activity } from './activity.js';
import { Batch } from './batch.js';
import { Registry } from './capability-package.js';
import { Generation } from './generation.js';
import { HostHealth, StoreHealth } from './health.js';
import { Run } from './run.js';
import { Session } from './session.js';

/** All that a page shows; the page rebuilds it from one snapshot and the events after it. */
export const ConsoleState = z.readonly(
  z.object({
    host: HostHealth,
    store: StoreHealth,
    registry: Registry,
    /** In order of creation: the open ones, and the closed ones that are in view. */
    sessions: z.readonly(z.array(Session)),
    /** Per session in ascending order. */
    generations: z.readonly(z.array(Generation)),
    /** The newest batch of each session that ever had one. */
    batches: z.readonly(z.array(Batch)),
    /** Newest first; all live ones, and the finished ones that are in view. */
    runs: z.readonly(z.array(Run)),
    /** Runs in the store, in view or not. */
    runCount: z.number(),
    rehearsals: z.readonly(
      z.array(z.readonly(z.object({ name: z.string(), title: z.string(), prompt: z.string() }))),
    ),
    /** The newest lines of the audit log, newest first. */
    activity: z.readonly(z.array(Activity)),
  }),
);
export type ConsoleState = z.infer<typeof ConsoleState>;
