import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { isJsonMap, parseJsonFile } from '../json-file.js';

/** A record that was read, or why it cannot be. */
export type UnsealedRecord<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly reason: string };

const FORMAT = 1;

/** The text of a record's file. The seal tells a file that was torn or edited from one that is as it was written. */
export function sealRecord(record: object): string {
  return `${JSON.stringify({ format: FORMAT, seal: sealOf(record), record })}\n`;
}

/** Reads what {@link sealRecord} wrote. */
export function unsealRecord<T>(text: string, schema: z.ZodType<T>): UnsealedRecord<T> {
  const json = parseJsonFile(text);
  if (!json.ok) return refused(`it is no JSON: ${json.reason}`);
  if (!isJsonMap(json.value)) return refused('it is no record');
  const { format, seal, record } = json.value;
  if (format !== FORMAT) return refused(`its format ${JSON.stringify(format)} is not ${FORMAT}`);
  if (!isJsonMap(record) || seal !== sealOf(record)) return refused('it is not what was written');
  const parsed = schema.safeParse(record);
  if (parsed.success) return { ok: true, record: parsed.data };
  const [issue] = parsed.error.issues;
  return refused(`${issue?.path.join('.')}: ${issue?.message}`);
}

/** By the runtime's own hash: a record may be long. */
function sealOf(record: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(record)).digest('hex')}`;
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
