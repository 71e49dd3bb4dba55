import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { HOST_SOCKET_PATH } from '../protocol/loopback.js';
import { AccessGate } from './access-gate.js';
import { readCookie, setCookie } from './cookie.js';
import {
  CONNECTIONS_MAX,
  HEADER_MAX_BYTES,
  HEADERS_TIMEOUT_MS,
  SERVER_CLOSE_TIMEOUT_MS,
  SOCKET_MESSAGE_MAX_BYTES,
} from './limits.js';
import type { PageFile } from './page-files.js';
import { REFUSALS, type RefusalCode, refusalPage } from './refusal-page.js';
import { comesFromThisOrigin, namesThisHost } from './same-origin.js';
import { SECURITY_HEADERS } from './security-headers.js';

const LOOPBACK = '127.0.0.1';

/** The console's page and its socket over HTTP on the loopback interface, for the one browser that has the token. */
export class PageServer implements AsyncDisposable {
  readonly #gate = new AccessGate();
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
  });
  readonly #files: ReadonlyMap<string, PageFile>;
  readonly #onPage: (socket: WebSocket) => void;
  #port = 0;

  private constructor(files: ReadonlyMap<string, PageFile>, onPage: (socket: WebSocket) => void) {
    this.#files = files;
    this.#onPage = onPage;
    this.#http = createServer({ maxHeaderSize: HEADER_MAX_BYTES }, (request, response) =>
      this.#answer(request, response),
    );
    this.#http.headersTimeout = HEADERS_TIMEOUT_MS;
    this.#http.maxConnections = CONNECTIONS_MAX;
    this.#http.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
  }

  /**
   * @param options.port 0 for any free port.
   * @throws Error with the system's code, such as `EADDRINUSE`.
   */
  static async listen(options: {
    readonly port: number;
    readonly files: ReadonlyMap<string, PageFile>;
    /** Called for each page that connects. */
    readonly onPage: (socket: WebSocket) => void;
    /** Called for each connection that the system did not give, as when too many files are open; others go on. */
    readonly onError: (error: Error) => void;
  }): Promise<PageServer> {
    const server = new PageServer(options.files, options.onPage);
    await new Promise<void>((resolve, reject) => {
      server.#http.once('error', reject);
      server.#http.listen(options.port, LOOPBACK, () => {
        server.#http.off('error', reject).on('error', options.onError);
        resolve();
      });
    });
    server.#port = (server.#http.address() as AddressInfo).port;
    return server;
  }

  /** The address that opens the console, once. */
  get url(): string {
    return `http://${LOOPBACK}:${this.#port}/?token=${this.#gate.token}`;
  }

  /** Ends all connections. Closing twice is harmless. */
  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.close();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeIdleConnections();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets.clients) socket.terminate();
      this.#http.closeAllConnections();
    }, SERVER_CLOSE_TIMEOUT_MS);
    await closed;
    clearTimeout(cut);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { path, token } = targetOf(request);
    const refusal = this.#refusal(request, token !== null);
    const file = this.#files.get(path);
    if (refusal !== null) refuse(response, refusal);
    else if (token !== null) this.#signIn(request, response, token);
    else if (file === undefined) refuse(response, 'not-found');
    else send(request, response, file);
  }

  #refusal(request: IncomingMessage, bringsToken: boolean): RefusalCode | null {
    if (!namesThisHost(request, this.#port)) return 'foreign-host';
    if (request.headers.origin !== undefined && !comesFromThisOrigin(request, this.#port)) {
      return 'foreign-origin';
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'method-not-allowed';
    return bringsToken || this.#isSignedIn(request) ? null : 'sign-in-needed';
  }

  #isSignedIn(request: IncomingMessage): boolean {
    return this.#gate.admits(readCookie(request.headers.cookie, this.#port));
  }

  #signIn(request: IncomingMessage, response: ServerResponse, token: string): void {
    const cookie = this.#gate.exchange(token);
    if (cookie === null && !this.#isSignedIn(request)) {
      refuse(response, 'wrong-token');
      return;
    }
    if (cookie !== null) response.setHeader('set-cookie', setCookie(this.#port, cookie));
    response.writeHead(303, { ...SECURITY_HEADERS, location: '/' }).end();
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const refusal = this.#upgradeRefusal(request);
    if (refusal !== null) {
      const { status, title } = REFUSALS[refusal];
      // Who was refused may be gone before the answer; that is no news.
      stream.once('error', () => stream.destroy());
      // The server has handed this connection over and would wait for ever for a client that does not hang up.
      stream.end(
        `HTTP/1.1 ${status} ${refusal}\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${title}\n`,
        () => stream.destroy(),
      );
      return;
    }
    this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#onPage(socket));
  }

  #upgradeRefusal(request: IncomingMessage): RefusalCode | null {
    if (!namesThisHost(request, this.#port)) return 'foreign-host';
    if (!comesFromThisOrigin(request, this.#port)) return 'foreign-origin';
    if (!this.#isSignedIn(request)) return 'sign-in-needed';
    return request.url === HOST_SOCKET_PATH ? null : 'not-found';
  }
}

/** Only the entry takes a token. A target that is no URL leads nowhere. */
function targetOf({ url = '/' }: IncomingMessage): { readonly path: string; readonly token: string | null } {
  try {
    const { pathname, searchParams } = new URL(url, `http://${LOOPBACK}`);
    return { path: pathname, token: pathname === '/' ? searchParams.get('token') : null };
  } catch {
    return { path: '', token: null };
  }
}

function refuse(response: ServerResponse, code: RefusalCode): void {
  const body = refusalPage(code);
  response
    .writeHead(REFUSALS[code].status, { ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8' })
    .end(body);
}

function send(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': file.mediaType });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // The headers are out: all that is left is to break off, so that nobody takes half a file for the whole. The file is
  // closed whoever of the two ends first.
  pipeline(createReadStream(file.path), response, () => undefined);
}
