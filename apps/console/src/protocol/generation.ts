import * as z from 'zod/mini';
import { PackageVersion } from './capability-package.js';

/** A generation and the digest of its capability set: what a catalog publishes and a run pins. */
export const Stamp = z.readonly(z.object({ generation: z.number(), digest: z.string() }));
export type Stamp = z.infer<typeof Stamp>;

export const Capability = z.readonly(
  z.object({
    /** Display form `<source>:<kind>:<local id>`. */
    id: z.string(),
    kind: z.string(),
    publicName: z.string(),
    surfaceDigest: z.string(),
    dependencies: z.readonly(z.array(z.string())),
  }),
);
export type Capability = z.infer<typeof Capability>;

/** What a generation consists of. It never changes: a page may keep it by the generation's digest. */
export const Catalog = z.readonly(
  z.object({ digest: z.string(), capabilities: z.readonly(z.array(Capability)) }),
);
export type Catalog = z.infer<typeof Catalog>;

export const Generation = z.readonly(
  z.object({
    session: z.string(),
    generation: z.number(),
    digest: z.string(),
    state: z.enum(['current', 'draining', 'retired']),
    /** Why it was published: an applied batch, or a republication after a restart. */
    cause: z.string(),
    /** Epoch milliseconds. */
    publishedAt: z.number(),
    retiredAt: z.nullable(z.number()),
    /** Live runs that hold it. */
    pins: z.number(),
    /** Number of the Use generation behind it; null for a set without packages. */
    useGeneration: z.nullable(z.number()),
    packages: z.readonly(z.array(PackageVersion)),
    /** How many capabilities it holds; the list is asked for with `catalog.read`. */
    capabilityCount: z.number(),
    /** Effects closed after it retired; null while it has not retired. */
    effectsClosed: z.nullable(z.number()),
  }),
);
export type Generation = z.infer<typeof Generation>;
