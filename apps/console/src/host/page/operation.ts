import type * as z from 'zod/mini';
import { HostError } from '../errors/host-error.js';

export interface OperationOptions {
  /** Aborts when the page takes the request back. */
  readonly signal: AbortSignal;
}

/** What answers one method: takes parameters as they came over the wire. */
export type Operation<Result> = (params: unknown, options: OperationOptions) => Promise<Result>;

/**
 * An operation that sees only parameters that fit the schema.
 *
 * The operation rejects with HostError `invalid-request` naming the path when they do not.
 */
export function operation<Schema extends z.ZodMiniType, Result>(
  schema: Schema,
  run: (params: z.infer<Schema>, options: OperationOptions) => Promise<Result>,
): Operation<Result> {
  return async (raw, options) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return run(parsed.data, options);
    const [issue] = parsed.error.issues;
    const path = ['params', ...(issue?.path ?? [])].join('.');
    throw new HostError(
      'invalid-request',
      `The request is refused: at ${path}, ${issue?.message ?? 'it has another shape'}`,
      {
        path,
      },
    );
  };
}
