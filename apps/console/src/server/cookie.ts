/** Cookies of one host are shared by all its ports: the name tells two consoles apart. */
function cookieName(port: number): string {
  return `changeover_${port}`;
}

/** `Set-Cookie` for a cookie that no script can read, no other site can use, and that ends with the browser. */
export function setCookie(port: number, value: string): string {
  return `${cookieName(port)}=${value}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The console's cookie out of a `Cookie` header. */
export function readCookie(header: string | undefined, port: number): string | null {
  const prefix = `${cookieName(port)}=`;
  const found = header?.split(';').find((part) => part.trim().startsWith(prefix));
  return found === undefined ? null : found.trim().slice(prefix.length);
}
