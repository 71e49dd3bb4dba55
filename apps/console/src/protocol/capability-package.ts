import * as z from 'zod/mini';
import { ErrorReport } from './error-report.js';

export const PackageItem = z.readonly(
  z.object({
    kind: z.string(),
    name: z.string(),
    path: z.string(),
    outcome: z.enum(['loaded', 'loaded-with-diagnostics', 'skipped']),
    diagnostics: z.readonly(
      z.array(z.readonly(z.object({ path: z.string(), line: z.nullable(z.number()), reason: z.string() }))),
    ),
  }),
);
export type PackageItem = z.infer<typeof PackageItem>;

/** A folder that the project names as a capability package, read when the host last looked. */
export const PackageFolder = z.readonly(
  z.object({
    folder: z.string(),
    name: z.string(),
    version: z.string(),
    digest: z.nullable(z.string()),
    items: z.readonly(z.array(PackageItem)),
    problem: z.nullable(ErrorReport),
  }),
);
export type PackageFolder = z.infer<typeof PackageFolder>;
