import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageFile } from './page-files.js';

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-files-'));
  root = join(folder, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<title>page</title>');
  await writeFile(join(root, 'assets', 'app.js'), 'run()');
  await writeFile(join(root, 'key.pem'), 'no page type');
  await writeFile(join(folder, 'secret.json'), '{}');
});

afterEach(() => rm(folder, { recursive: true }));

test('the root is the page itself, under a policy without unsafe sources', async () => {
  const response = await pageFile(root, 'app://console/');
  expect(await response.text()).toBe('<title>page</title>');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
});

test('a file of the page comes with its type', async () => {
  const response = await pageFile(root, 'app://console/assets/app.js?v=1#x');
  expect(await response.text()).toBe('run()');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  ['a file that is not there', 'app://console/absent.js'],
  ['a folder', 'app://console/assets'],
  ['a file below a file', 'app://console/index.html/x.js'],
  ['a file outside the page', 'app://console/..%2Fsecret.json'],
  ['a file outside the page, twice encoded', 'app://console/%2e%2e%2fsecret.json'],
  ['an absolute path', 'app://console//etc/hosts.json'],
  ['a type that no page has', 'app://console/key.pem'],
  ['another host', 'app://elsewhere/index.html'],
  ['a path that cannot be decoded', 'app://console/%E0%A4%A.js'],
  ['a path with a NUL', 'app://console/index.html%00.js'],
])('%s does not exist', async (_what, url) => {
  expect((await pageFile(root, url)).status).toBe(404);
});
