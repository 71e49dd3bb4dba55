import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { serveLocally } from './local-server.js';
import { temporaryFolder } from './registry-builders.js';

/** A registry of packages that npm uses until the test ends. */
export interface NpmRegistry {
  /** What npm asked for, in order. */
  readonly requests: readonly string[];
  /** Resolves when npm asks for the first time. */
  readonly asked: Promise<unknown>;
}

/** What a registry has. */
export interface NpmShelf {
  readonly name: string;
  readonly version: string;
  readonly tarball: Buffer;
  /** What the registry says of the tarball, where that is not so. */
  readonly integrity?: string;
  /** Whether it never answers. */
  readonly isSilent?: boolean;
}

/** Serves one package, and sends npm there by a `.npmrc` of its own. */
export async function serveNpmPackage(shelf: NpmShelf): Promise<NpmRegistry> {
  const requests: string[] = [];
  let packument = '';
  const { origin, asked } = await serveLocally((request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    requests.push(url);
    if (shelf.isSilent === true) return;
    if (url === `/${shelf.name}`) response.end(packument);
    else if (url === '/tarball.tgz') response.end(shelf.tarball);
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
  });
  packument = packumentOf(shelf, `${origin}/tarball.tgz`);
  await useRegistry(`${origin}/`);
  return { requests, asked };
}

function packumentOf({ name, version, tarball, integrity }: NpmShelf, url: string): string {
  const sum = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const dist = { tarball: url, integrity: integrity ?? sum };
  return JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dist } },
  });
}

async function useRegistry(url: string): Promise<void> {
  const folder = await temporaryFolder();
  const settings = join(folder, '.npmrc');
  const lines = [`registry=${url}`, `cache=${join(folder, 'cache')}`, 'fetch-retries=0', 'audit=false'];
  await writeFile(settings, lines.join('\n'));
  for (const name of Object.keys(process.env)) {
    if (/^npm_/i.test(name)) vi.stubEnv(name, undefined);
  }
  vi.stubEnv('npm_config_userconfig', settings);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}
