import * as z from 'zod/mini';
import { PackageVersion, ServerConsent } from './capability-package.js';
import { CapabilityChange } from './catalog-diff.js';
import { ErrorReport } from './error-report.js';
import { Stamp } from './generation.js';

/** `cancelled`: its preparation was given up, because the batch was cancelled or failed at another capability. */
const CAPABILITY_STATES = ['staged', 'preparing', 'prepared', 'failed', 'cancelled', 'rolled-back'] as const;

/** One capability on the wave board. */
export const BatchCapability = z.readonly(
  z.object({
    id: z.string(),
    kind: z.string(),
    publicName: z.string(),
    state: z.enum(CAPABILITY_STATES),
    /** Epoch milliseconds; null before its adapter started. */
    startedAt: z.nullable(z.number()),
    durationMs: z.nullable(z.number()),
    effects: z.number(),
    error: z.nullable(ErrorReport),
  }),
);
export type BatchCapability = z.infer<typeof BatchCapability>;

export const CleanupReport = z.readonly(
  z.object({
    rollbackBatches: z.number(),
    retiredBatches: z.number(),
    effectsClosed: z.number(),
    effectsFailed: z.number(),
    effectsTimedOut: z.number(),
    /** When it ended, in epoch milliseconds. */
    at: z.number(),
    failures: z.readonly(
      z.array(
        z.readonly(
          z.object({ name: z.string(), outcome: z.string(), code: z.string(), message: z.string() }),
        ),
      ),
    ),
  }),
);
export type CleanupReport = z.infer<typeof CleanupReport>;

/**
 * A batch while it is applied, and after: what was prepared in which wave, and how it ended. `rolled-back` failed;
 * `cancelled` was rolled back because somebody took it back, and needs nobody.
 */
export const Batch = z.readonly(
  z.object({
    id: z.string(),
    session: z.string(),
    state: z.enum(['preparing', 'cancelling', 'committed', 'rolled-back', 'cancelled']),
    base: Stamp,
    target: Stamp,
    packages: z.readonly(z.array(PackageVersion)),
    reason: z.nullable(z.string()),
    /** True when the host publishes a stored generation again after a start, as it was before. */
    isRepublication: z.boolean(),
    /** Epoch milliseconds. */
    startedAt: z.number(),
    endedAt: z.nullable(z.number()),
    waves: z.readonly(z.array(z.readonly(z.array(BatchCapability)))),
    receipt: z.nullable(z.readonly(z.object({ previous: Stamp, committed: Stamp }))),
    error: z.nullable(ErrorReport),
    /** What undoing it closed; null while nothing had to be undone. */
    rollback: z.nullable(CleanupReport),
  }),
);
export type Batch = z.infer<typeof Batch>;

/** What applying a batch would do, computed before anything is started. */
export const BatchPreview = z.readonly(
  z.object({
    base: Stamp,
    target: Stamp,
    /** Number of the package generation that it takes its packages from. */
    packageGeneration: z.number(),
    packages: z.readonly(z.array(PackageVersion)),
    /** Servers that have to be allowed or left out before it can be applied. */
    undecided: z.readonly(z.array(ServerConsent)),
    /** Servers that are left out, since a person refused them. */
    refused: z.readonly(z.array(ServerConsent)),
    waves: z.readonly(z.array(z.readonly(z.array(z.string())))),
    changes: z.readonly(z.array(CapabilityChange)),
    unchanged: z.number(),
    /** Live runs that stay on the generation they hold. */
    pinnedRuns: z.readonly(z.array(z.string())),
  }),
);
export type BatchPreview = z.infer<typeof BatchPreview>;
