import { StateStoreError } from '../errors/state-store-error.js';
import { maxValueBytes, maxValueDepth } from '../limits.js';
import type { StateKey } from './state-key.js';
import type { StateRecord } from './state-record.js';
import { utf8Length } from './utf8.js';
import { isWellFormed } from './well-formed.js';

export interface EncodedValue {
  readonly text: string;
  /** Bytes of `text` in UTF-8. */
  readonly bytes: number;
}

/**
 * A record's value as JSON text.
 *
 * @throws StateStoreError `invalid-value` naming the path of what is not JSON, or `record-too-large`.
 */
export function encodeValue({ key, value }: StateRecord): EncodedValue {
  checkValue(value, { key, path: [], ancestors: new Set() });
  const text = JSON.stringify(value);
  const bytes = utf8Length(text);
  if (bytes > maxValueBytes) {
    throw new StateStoreError(
      'record-too-large',
      `The value of ${key.namespace}/${key.key} takes ${bytes} bytes as JSON: keep each record to ${maxValueBytes}, and split what is larger`,
      { key, limit: maxValueBytes, actual: bytes },
    );
  }
  return { text, bytes };
}

interface Position {
  readonly key: StateKey;
  readonly path: (string | number)[];
  readonly ancestors: Set<object>;
}

function checkValue(value: unknown, position: Position): void {
  switch (typeof value) {
    case 'boolean':
      return;
    case 'string':
      if (!isWellFormed(value)) refuse('a string with half of a surrogate pair', position);
      return;
    case 'number':
      if (!Number.isFinite(value)) refuse(`the number ${value}`, position);
      return;
    case 'object':
      if (value !== null) checkObject(value, position);
      return;
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      refuse(value === undefined ? 'undefined' : `a ${typeof value}`, position);
  }
}

function checkObject(value: object, position: Position): void {
  if (position.ancestors.has(value)) refuse('a cycle', position);
  if (position.ancestors.size >= maxValueDepth) refuse(`nesting deeper than ${maxValueDepth}`, position);
  position.ancestors.add(value);
  if (Array.isArray(value)) checkItems(value, position);
  else checkMembers(value, position);
  position.ancestors.delete(value);
}

function checkItems(items: readonly unknown[], position: Position): void {
  // Neither holes nor further properties survive JSON: only as many names as there are items may exist.
  if (Object.keys(items).length !== items.length) refuse('an array with holes or names of its own', position);
  for (const [index, item] of items.entries()) checkAt(index, item, position);
}

function checkMembers(value: object, position: Position): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && !isForeignPlain(prototype)) {
    refuse('an instance of a class', position);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) refuse('an object with a symbol for a name', position);
  for (const [name, member] of Object.entries(value)) {
    if (!isWellFormed(name)) refuse('a name with half of a surrogate pair', position);
    checkAt(name, member, position);
  }
}

function checkAt(step: string | number, value: unknown, position: Position): void {
  position.path.push(step);
  checkValue(value, position);
  position.path.pop();
}

/** The `Object.prototype` of another realm: plain objects come from there too. */
function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'hasOwnProperty')
  );
}

function refuse(what: string, { key, path }: Position): never {
  const place = path.reduce<string>(
    (text, step) => text + (typeof step === 'number' ? `[${step}]` : `.${step}`),
    '$',
  );
  throw new StateStoreError(
    'invalid-value',
    `The value of ${key.namespace}/${key.key} has ${what} at ${place.slice(0, 200)}: store plain JSON`,
    { key, path: place },
  );
}
