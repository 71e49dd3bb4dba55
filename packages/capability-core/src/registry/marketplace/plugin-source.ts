import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { boundedMessage } from '../../lifecycle/bounded-message.js';
import type { NpmSpec } from '../npm/npm-spec.js';
import { PackageError } from '../package-error.js';
import type { MarketplaceEntry } from './marketplace-file.js';

/** Where a marketplace has a plugin. */
export type PluginSource =
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'npm'; readonly spec: NpmSpec }
  | { readonly type: 'archive'; readonly url: URL; readonly sha256: string };

const localSource = z.object({ source: z.literal('local'), path: z.string() });
const npmSource = z.object({
  source: z.literal('npm'),
  package: z.string(),
  version: z.string().default('latest'),
  registry: z.undefined().optional(),
});
const archiveSource = z.object({
  source: z.literal('archive'),
  url: z.url({ protocol: /^https?$/ }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
});
const knownSource = z.discriminatedUnion('source', [localSource, npmSource, archiveSource]);

/**
 * Where a plugin is, as far as it can be had from there.
 *
 * @throws {PackageError} `unsupported-source` for one that git, a program or another npm registry would have to fetch,
 * or that is none; `entry-outside` for a folder outside the marketplace's; `missing`
 */
export async function pluginSource(entry: MarketplaceEntry): Promise<PluginSource> {
  const { source } = entry.fields;
  if (typeof source === 'string') return folderSource(entry, source);
  const read = knownSource.safeParse(source);
  if (!read.success) throw unsupported(entry, source, read.error);
  const known = read.data;
  switch (known.source) {
    case 'local':
      return folderSource(entry, known.path);
    case 'npm':
      return { type: 'npm', spec: { name: known.package, version: known.version } };
    case 'archive': {
      const url = new URL(known.url);
      // Messages and logs name the address.
      if (url.username !== '' || url.password !== '') {
        throw unsupported(entry, `an address of ${url.host} with a name or a password in it`);
      }
      return { type: 'archive', url, sha256: known.sha256.toLowerCase() };
    }
  }
}

async function folderSource(entry: MarketplaceEntry, path: string): Promise<PluginSource> {
  const { root, file, plugin } = entry;
  const shown = JSON.stringify(boundedMessage(path, path));
  if (!/^\.(?:\/|$)/.test(path)) throw unsupported(entry, path);
  const folder = await realpath(join(root, path)).catch((cause: unknown) => {
    const message = `${shown} of the plugin ${plugin} in ${file} is not there; get the whole marketplace.`;
    throw new PackageError('missing', message, { root: file, path, cause });
  });
  const [first] = relative(await realpath(root), folder).split(sep);
  if (first !== '..') return { type: 'folder', path: folder };
  throw new PackageError(
    'entry-outside',
    `${shown} of the plugin ${plugin} in ${file} leads out of the marketplace's folder. It is refused.`,
    { root: file, path },
  );
}

function unsupported({ file, plugin }: MarketplaceEntry, source: unknown, cause?: z.ZodError): PackageError {
  const shown = boundedMessage(JSON.stringify(source) ?? 'nothing', '');
  const reasons = cause?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  const why = reasons === undefined ? '' : ` (${boundedMessage(reasons, '')})`;
  return new PackageError(
    'unsupported-source',
    `The plugin ${plugin} of ${file} comes from ${shown}${why}. Plugins are installed from paths that begin with ./, from the npm registry of .npmrc, and from archives with a sha256; fetch this one yourself and install its folder.`,
    { root: file, cause },
  );
}
