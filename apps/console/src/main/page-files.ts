import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { CONTENT_SECURITY_POLICY } from '../protocol/content-policy.js';
import { PAGE_ORIGIN } from './page-origin.js';

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
]);

/** Answers a request for a file of the built page; whatever is not one of them does not exist. */
export async function pageFile(root: string, url: string): Promise<Response> {
  const content = await readPageFile(root, url);
  if (content === undefined) return new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(content.bytes), {
    headers: {
      'content-type': content.type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    },
  });
}

async function readPageFile(root: string, url: string): Promise<{ bytes: Buffer; type: string } | undefined> {
  const { host, protocol, pathname } = new URL(url);
  if (`${protocol}//${host}` !== PAGE_ORIGIN) return undefined;
  const path = resolve(root, `.${pathname === '/' ? '/index.html' : decodedPath(pathname)}`);
  const type = contentTypes.get(extname(path));
  if (type === undefined || !path.startsWith(root + sep)) return undefined;
  try {
    return { bytes: await readFile(path), type };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** A path that cannot be decoded names no file; neither does one with a NUL in it. */
function decodedPath(pathname: string): string {
  try {
    const decoded = decodeURIComponent(pathname);
    return decoded.includes('\0') ? '/' : decoded;
  } catch {
    return '/';
  }
}

function isAbsence(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String(error.code))
  );
}
