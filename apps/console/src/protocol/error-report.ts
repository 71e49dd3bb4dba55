import * as z from 'zod/mini';

const ErrorCause = z.readonly(z.object({ code: z.nullable(z.string()), message: z.string() }));

/**
 * An error as it crosses a border: what was refused and why (`message`), the chain of causes, and what a person
 * can do about it (`action`). It speaks for the error of its chain that tells a person most; those around that one,
 * which only pass it on, are in `within`, the outermost first.
 */
export const ErrorReport = z.readonly(
  z.object({
    code: z.string(),
    message: z.string(),
    action: z.nullable(z.string()),
    causes: z.readonly(z.array(ErrorCause)),
    within: z.exactOptional(z.readonly(z.array(ErrorCause))),
    details: z.readonly(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  }),
);
export type ErrorReport = z.infer<typeof ErrorReport>;
