import * as z from 'zod/mini';

/** Version of all records in the namespace `console`. A store with a newer one is refused before anything is read. */
export const RECORDS_FORMAT = 2;

export const FormatRecord = z.readonly(z.object({ format: z.number() }));
export type FormatRecord = z.infer<typeof FormatRecord>;
