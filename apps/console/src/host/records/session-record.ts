import * as z from 'zod/mini';
import { PackageVersion } from '../../protocol/capability-package.js';
import { Stamp } from '../../protocol/generation.js';
import { Json } from './json.js';

const session = {
  options: z.readonly(z.object({ workspace: z.string() })),
  stamp: Stamp,
  /** What a run admitted to the stamp is bound to; null before the first batch. */
  binding: z.nullable(Json),
  createdAt: z.number(),
  closedAt: z.nullable(z.number()),
};

/** `session/{id}`: what is needed to publish the session's generation again. */
export const SessionRecord = z.discriminatedUnion('format', [
  z.readonly(
    z.object({
      ...session,
      format: z.literal(2),
      /** Number of the package generation behind the stamp; null before the first batch. */
      registryGeneration: z.nullable(z.number()),
      /** Those that were taken of it. */
      packages: z.readonly(z.array(PackageVersion)),
    }),
  ),
  /** Of a console that read packages where they were: the registry knows neither the number nor the packages. */
  z.readonly(
    z.object({
      ...session,
      format: z.literal(1),
      registryGeneration: z.nullable(z.number()),
      packages: z.readonly(
        z.array(
          z.readonly(
            z.object({ name: z.string(), version: z.string(), digest: z.string(), folder: z.string() }),
          ),
        ),
      ),
    }),
  ),
]);
export type SessionRecord = z.infer<typeof SessionRecord>;
