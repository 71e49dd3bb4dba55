import type { Schema } from 'apache-arrow';
import type { LanceLibrary } from './lance-library.js';

export const headTableName = 'head';
export const versionTableName = 'versions';

/** The one row that decides: what is committed is what it says is committed. */
export function headSchema({ arrow }: LanceLibrary): Schema {
  const { Field, Int32, Int64, Schema: ArrowSchema, Utf8 } = arrow;
  return new ArrowSchema([
    new Field('id', new Int32(), false),
    new Field('format', new Int32(), false),
    new Field('sequence', new Int64(), false),
    new Field('revision', new Int64(), false),
    new Field('content', new Utf8(), false),
  ]);
}

/**
 * One row per version of a record. A row counts when it is settled, or when the head lists its deposit; any other is
 * the remains of a process that died or came too late.
 */
export function versionSchema({ arrow }: LanceLibrary): Schema {
  const { Bool, Field, Int32, Int64, Schema: ArrowSchema, Utf8 } = arrow;
  return new ArrowSchema([
    new Field('id', new Utf8(), false),
    new Field('deposit', new Utf8(), false),
    new Field('epoch', new Int64(), false),
    new Field('settled', new Bool(), false),
    new Field('namespace', new Utf8(), false),
    new Field('key', new Utf8(), false),
    new Field('revision', new Int64(), false),
    new Field('deleted', new Bool(), false),
    new Field('length', new Int32(), false),
    new Field('value', new Utf8(), true),
  ]);
}
