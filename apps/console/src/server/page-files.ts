import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { PAGE_FILES_MAX } from './limits.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly path: string;
  readonly mediaType: string;
}

/**
 * The files of the built page by URL path, found once. Only these can be asked for: a path that is not among them
 * leads nowhere, however it is spelled.
 *
 * @throws Error when the folder cannot be read or holds no page.
 */
export async function findPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const path of await filesUnder(folder)) {
    const mediaType = MEDIA_TYPES[extname(path)];
    if (mediaType === undefined) continue;
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, mediaType });
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new Error(`The built page is not in ${folder}: build the console first`);
  return files.set('/', index);
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push(path);
      if (found.length + folders.length > PAGE_FILES_MAX) {
        throw new Error(`${folder} holds more than ${PAGE_FILES_MAX} files: that is not the built page`);
      }
    }
  }
  return found;
}
