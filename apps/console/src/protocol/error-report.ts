import * as z from 'zod/mini';

/**
 * An error as it crosses a border: what was refused and why (`message`), the chain of causes, and what a person
 * can do about it (`action`).
 */
export const ErrorReport = z.readonly(
  z.object({
    code: z.string(),
    message: z.string(),
    action: z.nullable(z.string()),
    causes: z.readonly(z.array(z.readonly(z.object({ code: z.nullable(z.string()), message: z.string() })))),
    details: z.readonly(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  }),
);
export type ErrorReport = z.infer<typeof ErrorReport>;
