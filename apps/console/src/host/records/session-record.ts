import * as z from 'zod/mini';
import { PackageVersion, Stamp } from '../../protocol/generation.js';
import { Json } from './json.js';

/** `session/{id}`: what is needed to publish the session's generation again. */
export const SessionRecord = z.readonly(
  z.object({
    format: z.literal(1),
    options: z.readonly(z.object({ workspace: z.string() })),
    stamp: Stamp,
    /** Number of the package snapshot behind the stamp; null without packages. */
    registryGeneration: z.nullable(z.number()),
    /** What a run admitted to the stamp is bound to; null before the first batch. */
    binding: z.nullable(Json),
    packages: z.readonly(z.array(PackageVersion)),
    createdAt: z.number(),
    closedAt: z.nullable(z.number()),
  }),
);
export type SessionRecord = z.infer<typeof SessionRecord>;
