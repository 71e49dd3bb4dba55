import type { StateRecordSnapshot } from '@changeover/storage-kit';
import * as z from 'zod/mini';
import { HostError } from '../errors/host-error.js';

/**
 * Reads a record by its schema.
 *
 * @throws HostError `damaged-record`, naming the record and the path inside it.
 */
export function parseRecord<Schema extends z.ZodMiniType>(
  schema: Schema,
  snapshot: StateRecordSnapshot,
): z.infer<Schema> {
  const { key } = snapshot.record.key;
  const parsed = schema.safeParse(snapshot.record.value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ['$', ...(issue?.path ?? [])].join('.');
  throw new HostError(
    'damaged-record',
    `The record ${key} of the store cannot be read: at ${path}, ${issue?.message ?? 'it has another shape'}`,
    { record: key, path },
    { cause: new Error(z.prettifyError(parsed.error)) },
  );
}
