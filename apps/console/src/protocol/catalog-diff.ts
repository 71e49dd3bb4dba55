import * as z from 'zod/mini';
import { Capability, Stamp } from './generation.js';

/**
 * What a capability of one generation is in another. `replaced`: same name, other content; `requirement-changed`: the
 * same content, and it needs other capabilities than before.
 */
export const CapabilityChange = z.readonly(
  z.object({
    change: z.enum(['added', 'removed', 'replaced', 'requirement-changed']),
    id: z.string(),
    kind: z.string(),
    publicName: z.string(),
    from: z.nullable(Capability),
    to: z.nullable(Capability),
  }),
);
export type CapabilityChange = z.infer<typeof CapabilityChange>;

/** The difference between two generations of one session, in either order. */
export const CatalogDiff = z.readonly(
  z.object({
    from: Stamp,
    to: Stamp,
    changes: z.readonly(z.array(CapabilityChange)),
    unchanged: z.number(),
  }),
);
export type CatalogDiff = z.infer<typeof CatalogDiff>;
