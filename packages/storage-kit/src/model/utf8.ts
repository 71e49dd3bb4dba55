const encoder = new TextEncoder();

/** Node's, as far as it is used here; browsers have none. */
const buffer = (globalThis as { readonly Buffer?: { byteLength(text: string): number } }).Buffer;

/** Bytes that `text` takes in UTF-8. Node counts them without encoding, which for large values takes a thirtieth. */
export const utf8Length: (text: string) => number =
  buffer === undefined ? (text) => encoder.encode(text).length : (text) => buffer.byteLength(text);

/** Orders well-formed strings by their bytes in UTF-8, as `Array.prototype.sort` expects it. */
export function compareUtf8(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return byteRank(a) - byteRank(b);
  }
  return left.length - right.length;
}

/** UTF-16 puts surrogates (astral characters) below U+E000 to U+FFFF; UTF-8 puts them above. */
function byteRank(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit;
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800;
}
