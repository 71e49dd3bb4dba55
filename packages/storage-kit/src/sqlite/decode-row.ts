import { readVarint } from './page-reader.js';

export type SqliteValue = null | number | string | Uint8Array;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Bytes of the integers and the floating point number by serial type, from 0 for NULL to 9 for the constant 1. */
const numberBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** The values of a row, or of an entry of an index. @throws RangeError, TypeError when they are broken. */
export function decodeRow(payload: Uint8Array): readonly SqliteValue[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const header = readVarint(view, 0);
  const values: SqliteValue[] = [];
  let at = header.value;
  for (let next = header.end; next < header.value; ) {
    const type = readVarint(view, next);
    const bytes = type.value < 12 ? (numberBytes[type.value] ?? 0) : Math.floor((type.value - 12) / 2);
    if (at + bytes > payload.length) throw new RangeError('A value passes the end of its row');
    values.push(decodeValue(view, type.value, payload.subarray(at, at + bytes)));
    at += bytes;
    next = type.end;
  }
  return values;
}

function decodeValue(view: DataView, type: number, bytes: Uint8Array): SqliteValue {
  if (type >= 12) return type % 2 === 0 ? bytes : decoder.decode(bytes);
  switch (type) {
    case 0:
      return null;
    case 7:
      return view.getFloat64(bytes.byteOffset - view.byteOffset);
    case 8:
      return 0;
    case 9:
      return 1;
    case 10:
    case 11:
      throw new RangeError(`No value has serial type ${type}`);
    default:
      return decodeInteger(bytes);
  }
}

/** Big-endian, in two's complement. Past 2^53 it loses precision. */
function decodeInteger(bytes: Uint8Array): number {
  let value = (bytes[0] ?? 0) >= 0x80 ? -1 : 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
