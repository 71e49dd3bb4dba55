import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { CONTENT_SECURITY_POLICY } from '../protocol/content-policy.js';
import { HOST_SOCKET_PATH } from '../protocol/loopback.js';
import {
  CONNECTIONS_MAX,
  HEADER_MAX_BYTES,
  PAGE_FILES_MAX,
  SECRET_BYTES,
  SERVER_CLOSE_TIMEOUT_MS,
  SOCKET_MESSAGE_MAX_BYTES,
} from './limits.js';
import { findPageFiles } from './page-files.js';
import { PageServer } from './page-server.js';
import { comesFromThisOrigin, namesThisHost } from './same-origin.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let folder: string;
let server: PageServer;
let pages: WebSocket[];
let errors: Error[];
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changeover-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Changeover</title>');
  await writeFile(join(folder, 'page.js'), 'void 0;');
  await writeFile(join(folder, 'notes.md'), 'Not part of the page.');
  await symlink('/etc/hostname', join(folder, 'link.txt'));
  pages = [];
  errors = [];
  server = await PageServer.listen({
    port: 0,
    files: await findPageFiles(folder),
    onPage: (socket) => pages.push(socket),
    onError: (error) => errors.push(error),
  });
  port = Number(new URL(server.url).port);
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function signIn(): Promise<string> {
  const { pathname, search } = new URL(server.url);
  const { headers } = await ask(`${pathname}${search}`);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** The status with which an upgrade is refused, or the open socket. */
function upgrade(path: string, headers: Record<string, string>): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

/** Whether this process has the file open. */
async function isOpen(path: string): Promise<boolean> {
  const open = await readdir('/proc/self/fd');
  const targets = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => null));
  return (await Promise.all(targets)).includes(await realpath(path));
}

describe('signing in', () => {
  it('takes the token once, leaves it out of the address and gives a cookie that no script or site can use', async () => {
    const { pathname, search } = new URL(server.url);
    const first = await ask(`${pathname}${search}`);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    expect(first.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const second = await ask(`${pathname}${search}`);
    expect(second.status).toBe(403);
    expect(second.body).toContain('wrong-token');
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('lets the browser that is signed in follow the printed address again', async () => {
    const cookie = await signIn();
    const { pathname, search } = new URL(server.url);
    expect(await ask(`${pathname}${search}`, { cookie })).toMatchObject({ status: 303 });
  });

  it.each(['/?token=', '/?token=wrong', `/?token=${'x'.repeat(43)}`])('refuses %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 403, body: expect.stringContaining('wrong-token') });
  });

  it('needs a token of as many random bytes as the bound, and gives a cookie of as many', async () => {
    const token = new URL(server.url).searchParams.get('token') ?? '';
    const cookie = (await signIn()).split('=')[1] ?? '';
    for (const secret of [token, cookie]) {
      expect(secret).toMatch(/^[\w-]+$/);
      expect(Buffer.from(secret, 'base64url')).toHaveLength(SECRET_BYTES);
    }
    expect(cookie).not.toBe(token);
  });

  it('is needed for every file', async () => {
    for (const path of ['/', '/index.html', '/page.js', '/nothing', '/page.js?token=x']) {
      expect(await ask(path)).toMatchObject({ status: 401, body: expect.stringContaining('sign-in-needed') });
    }
    expect(await ask('/', { cookie: `changeover_${port}=guess` })).toMatchObject({ status: 401 });
  });
});

describe('a browser that is signed in', () => {
  it('gets the page and its files, with headers that let nothing else run', async () => {
    const cookie = await signIn();
    const page = await ask('/', { cookie });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Changeover') });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(await ask('/page.js', { cookie })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect(await ask('/page.js', { cookie }, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc/passwd',
    '//etc/passwd',
    '//',
    'http://[',
    '*',
    '/assets/',
    '/notes.md',
    '/link.txt',
    '/page.js%00',
    '/page.js/',
  ])('finds nothing at %s', async (path) => {
    const cookie = await signIn();
    expect(await ask(path, { cookie })).toMatchObject({
      status: 404,
      body: expect.stringContaining('not-found'),
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('cannot %s', async (method) => {
    const cookie = await signIn();
    expect(await ask('/', { cookie }, method)).toMatchObject({
      status: 405,
      body: expect.stringContaining('method-not-allowed'),
    });
  });

  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example'])(
    'is refused under the name %s',
    async (host) => {
      const cookie = await signIn();
      expect(await ask('/', { cookie, host })).toMatchObject({
        status: 421,
        body: expect.stringContaining('foreign-host'),
      });
    },
  );

  it.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1'])(
    'is refused when %s asks through it',
    async (origin) => {
      const cookie = await signIn();
      expect(await ask('/', { cookie, origin })).toMatchObject({
        status: 403,
        body: expect.stringContaining('foreign-origin'),
      });
      expect(await upgrade(HOST_SOCKET_PATH, { cookie, origin })).toBe(403);
    },
  );
});

describe('the socket', () => {
  const own = (): string => `http://127.0.0.1:${port}`;

  it('opens for the page of a browser that is signed in', async () => {
    const cookie = await signIn();
    expect(await upgrade(HOST_SOCKET_PATH, { cookie, origin: own() })).toBeInstanceOf(WebSocket);
    expect(pages).toHaveLength(1);
  });

  it('stays shut without cookie, without origin, under another name and at another path', async () => {
    const cookie = await signIn();
    expect(await upgrade(HOST_SOCKET_PATH, { origin: own() })).toBe(401);
    expect(await upgrade(HOST_SOCKET_PATH, { cookie })).toBe(403);
    expect(await upgrade(HOST_SOCKET_PATH, { cookie, origin: own(), host: `evil.example:${port}` })).toBe(
      421,
    );
    expect(await upgrade('/', { cookie, origin: own() })).toBe(404);
    expect(pages).toHaveLength(0);
  });

  it('takes a message as large as the bound', async () => {
    const cookie = await signIn();
    const socket = await upgrade(HOST_SOCKET_PATH, { cookie, origin: own() });
    if (!(socket instanceof WebSocket)) throw new Error('The socket did not open');
    const arrived = new Promise((resolve) => pages[0]?.once('message', resolve));
    socket.send('x'.repeat(SOCKET_MESSAGE_MAX_BYTES));
    expect(await arrived).toHaveLength(SOCKET_MESSAGE_MAX_BYTES);
  });

  it('is shut when a page sends more than the bound in one message', async () => {
    const cookie = await signIn();
    const socket = await upgrade(HOST_SOCKET_PATH, { cookie, origin: own() });
    if (!(socket instanceof WebSocket)) throw new Error('The socket did not open');
    pages[0]?.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send('x'.repeat(SOCKET_MESSAGE_MAX_BYTES + 1));
    expect(await closed).toBe(1009);
  });

  it('is shut when the server closes', async () => {
    const cookie = await signIn();
    const socket = await upgrade(HOST_SOCKET_PATH, { cookie, origin: own() });
    if (!(socket instanceof WebSocket)) throw new Error('The socket did not open');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await server.close();
    await closed;
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the server', () => {
  /** A connection that its client never ends. */
  function heldConnection(): Socket {
    return connect({ host: '127.0.0.1', port, allowHalfOpen: true }).resume();
  }

  it('closes though a client that was refused the socket does not hang up', async () => {
    const held = heldConnection();
    const over = new Promise((resolve) => held.once('close', resolve));
    const answered = new Promise((resolve) => held.once('data', resolve));
    held.write(
      `GET ${HOST_SOCKET_PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    expect(String(await answered)).toContain('403 foreign-origin');
    await server.close();
    held.end();
    await over;
  });

  it('keeps the bound of connections; one that ends makes room', async () => {
    const held = Array.from({ length: CONNECTIONS_MAX }, heldConnection);
    await Promise.all(held.map((one) => new Promise((resolve) => one.once('connect', resolve))));
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    const left = held.pop();
    const over = new Promise((resolve) => left?.once('close', resolve));
    left?.end();
    await over;
    expect(await ask('/')).toMatchObject({ status: 401 });
    for (const one of held) one.destroy();
  });

  it('reads headers up to the bound, and refuses larger ones', async () => {
    // What the server counts besides: the names of this header and of those that every request has.
    const others = 512;
    expect(await ask('/', { padding: 'x'.repeat(HEADER_MAX_BYTES - others) })).toMatchObject({ status: 401 });
    expect(await ask('/', { padding: 'x'.repeat(HEADER_MAX_BYTES) })).toMatchObject({ status: 431 });
  });

  it.each([
    ['that leaves in time', true],
    ['that stays, once the bound has passed', false],
  ])('closes after a client in the middle of its request %s', async (_, leaves) => {
    const asking = connect({ host: '127.0.0.1', port }).resume();
    asking.on('error', () => undefined);
    const over = new Promise((resolve) => asking.once('close', resolve));
    await new Promise((resolve) => asking.write('GET / HTTP/1.1\r\nhost: ', resolve));
    // Answered on a later connection, so the server has the beginning of the other request by now.
    await ask('/');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let isClosed = false;
      const closed = server.close().then(() => {
        isClosed = true;
      });
      vi.advanceTimersByTime(SERVER_CLOSE_TIMEOUT_MS - 1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isClosed).toBe(false);
      if (leaves) asking.destroy();
      else vi.advanceTimersByTime(1);
      await closed;
      await over;
    } finally {
      vi.useRealTimers();
    }
  });

  it('breaks a file off that is gone since it was found, instead of giving half of it', async () => {
    const cookie = await signIn();
    await rm(join(folder, 'page.js'));
    await expect(ask('/page.js', { cookie })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.runIf(process.platform === 'linux')('closes a file that nobody reads to its end', async () => {
    const path = join(folder, 'page.js');
    // More than the pipes on the way hold, so that the server has not read all of it when its reader goes away.
    await writeFile(path, Buffer.alloc(16 * 1024 * 1024));
    const cookie = await signIn();
    const asked = request({ host: '127.0.0.1', port, path: '/page.js', headers: { cookie } });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(await isOpen(path)).toBe(true);
    response.destroy();
    await expect.poll(() => isOpen(path)).toBe(false);
  });

  it('knows itself at the port that addresses leave out', () => {
    const asked = { headers: { host: '127.0.0.1', origin: 'http://127.0.0.1' } };
    expect([namesThisHost(asked, 80), comesFromThisOrigin(asked, 80)]).toEqual([true, true]);
    expect([namesThisHost(asked, 81), comesFromThisOrigin(asked, 81)]).toEqual([false, false]);
  });
});

it('says that a port is taken', async () => {
  const files = await findPageFiles(folder);
  await expect(
    PageServer.listen({ port, files, onPage: () => undefined, onError: () => undefined }),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

it('goes on when the system has no connection to give, and tells of each', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  const files = await findPageFiles(folder);
  const onError = (error: Error): unknown => errors.push(error);
  await using other = await PageServer.listen({ port: 0, files, onPage: () => undefined, onError });
  const [http] = listen.mock.contexts;
  listen.mockRestore();
  if (!(http instanceof Server)) throw new Error('It did not listen');
  const full = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
  http.emit('error', full);
  http.emit('error', full);
  expect(errors).toEqual([full, full]);
  expect(await fetch(other.url, { redirect: 'manual' })).toMatchObject({ status: 303 });
});

it('says that a folder holds no built page', async () => {
  await rm(join(folder, 'index.html'));
  await expect(findPageFiles(folder)).rejects.toThrow('build the console first');
});

it('serves as many files as the bound, and takes a folder with one more for something else', async () => {
  const { length: found } = await readdir(folder);
  await Promise.all(
    Array.from({ length: PAGE_FILES_MAX - found }, (_, index) => writeFile(join(folder, `${index}.js`), '')),
  );
  expect((await findPageFiles(folder)).get('/0.js')).toMatchObject({ path: join(folder, '0.js') });
  await mkdir(join(folder, 'more'));
  // A folder counts until it is read; what it holds counts then.
  await writeFile(join(folder, 'more', 'one.js'), '');
  await writeFile(join(folder, 'more', 'two.js'), '');
  await expect(findPageFiles(folder)).rejects.toThrow(`more than ${PAGE_FILES_MAX} files`);
});
