import * as z from 'zod/mini';

/** `written`: when the store was last written, in epoch milliseconds. A host that was killed lived until then at least. */
export const WrittenRecord = z.readonly(z.object({ format: z.literal(1), at: z.number() }));
export type WrittenRecord = z.infer<typeof WrittenRecord>;
