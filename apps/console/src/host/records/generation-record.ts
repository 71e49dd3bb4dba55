import * as z from 'zod/mini';
import { PackageVersion } from '../../protocol/capability-package.js';

/** `generation/{session}/{n}`: a generation as it was published. */
export const GenerationRecord = z.readonly(
  z.object({
    /** 1 of a console that read packages where they were: the registry knows nothing of its Use generation. */
    format: z.literal([1, 2]),
    /** The canonical JSON text of the capability set; `digest` covers its very bytes. */
    set: z.string(),
    digest: z.string(),
    cause: z.string(),
    publishedAt: z.number(),
    retiredAt: z.nullable(z.number()),
    effectsClosed: z.nullable(z.number()),
    packages: z.readonly(z.array(PackageVersion)),
  }),
);
export type GenerationRecord = z.infer<typeof GenerationRecord>;
