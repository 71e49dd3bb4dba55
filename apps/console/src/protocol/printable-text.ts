/** Codes that a terminal acts on instead of showing them. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/**
 * Text of packages, servers and pages as a terminal may be given it: nothing in it moves the cursor, names the window or
 * fills the clipboard, and none of its lines begins where the console's own do.
 *
 * @param indent Put before each of its lines but the first.
 */
export function printableText(text: string, indent = '    '): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROL, codeOf).replaceAll('\n', `\n${indent}`);
}

function codeOf(control: string): string {
  return `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
