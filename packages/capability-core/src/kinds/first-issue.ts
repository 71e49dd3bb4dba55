import type { z } from 'zod';

/** What is wrong with a value that was checked, in words that follow its name; `kind` is what it should have been. */
export function firstIssue({ issues: [issue] }: z.ZodError, kind: string): string {
  const path = issue?.path.join('.') ?? '';
  return path === '' ? `it is no ${kind}` : `its ${path} is refused: ${issue?.message}`;
}
