/** Castagnoli's polynomial, bits reversed. */
const polynomial = 0x82f63b78;
/** Bytes that one step takes: their tables lie one behind the other, so that eight lookups need no loop. */
const stride = 8;
const tables = makeTables();

/** The CRC-32C of `bytes`, as RFC 3720 defines it. */
export function crc32c(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % stride);
  let crc = 0xffffffff;
  for (let at = 0; at < whole; at += stride) {
    const low = crc ^ view.getUint32(at, true);
    const high = view.getUint32(at + 4, true);
    crc =
      entry(7, low) ^
      entry(6, low >>> 8) ^
      entry(5, low >>> 16) ^
      entry(4, low >>> 24) ^
      entry(3, high) ^
      entry(2, high >>> 8) ^
      entry(1, high >>> 16) ^
      entry(0, high >>> 24);
  }
  for (let at = whole; at < bytes.length; at += 1) crc = (crc >>> 8) ^ entry(0, crc ^ view.getUint8(at));
  return (crc ^ 0xffffffff) >>> 0;
}

/** What the low byte of `value` adds to the checksum when `behind` more bytes of the step follow it. */
function entry(behind: number, value: number): number {
  return tables[(behind << 8) | (value & 0xff)] ?? 0;
}

function makeTables(): Int32Array {
  const result = new Int32Array(stride * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    result[byte] = crc;
  }
  for (let index = 256; index < result.length; index += 1) {
    const before = result[index - 256] ?? 0;
    result[index] = (before >>> 8) ^ (result[before & 0xff] ?? 0);
  }
  return result;
}
