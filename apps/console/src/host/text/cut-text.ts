/** Text of at most `maxLength` UTF-16 units; a mark stands for what was left out. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = isHighSurrogate(text.charCodeAt(maxLength - 2)) ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
