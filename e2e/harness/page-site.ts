import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** A folder published on this machine, under an origin of its own and a strict content policy. */
export class PageSite implements AsyncDisposable {
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async publish(folder: string, policy: string): Promise<PageSite> {
    const server = createServer((request, response) => void answer(folder, policy, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PageSite(server);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

async function answer(
  folder: string,
  policy: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname === '/' ? '/index.html' : normalize(pathname);
  try {
    const content = await readFile(join(folder, path));
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    });
    response.end(content);
  } catch {
    // A browser asks for the page's icon by itself, and complains of anything but an answer.
    response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  }
}
