/** Order of the UTF-8 bytes, which is that of code points, and not that of UTF-16 units. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}
