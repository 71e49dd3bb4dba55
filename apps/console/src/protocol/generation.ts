import * as z from 'zod/mini';

/** A generation and the digest of its capability set: what a catalog publishes and a run pins. */
export const Stamp = z.readonly(z.object({ generation: z.number(), digest: z.string() }));
export type Stamp = z.infer<typeof Stamp>;

/** One package version as a generation holds it. */
export const PackageVersion = z.readonly(
  z.object({ name: z.string(), version: z.string(), digest: z.string(), folder: z.string() }),
);
export type PackageVersion = z.infer<typeof PackageVersion>;

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
    capabilities: z.readonly(z.array(Capability)),
    /** Effects closed after it retired; null while it has not retired. */
    effectsClosed: z.nullable(z.number()),
  }),
);
export type Generation = z.infer<typeof Generation>;
