import * as z from 'zod/mini';

/** `folders`: the package folders that an operator added to the project's own. */
export const FoldersRecord = z.readonly(
  z.object({ format: z.literal(1), folders: z.readonly(z.array(z.string())) }),
);
export type FoldersRecord = z.infer<typeof FoldersRecord>;
