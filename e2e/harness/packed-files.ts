import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { filesBelow, type InstalledPackage } from './installed-package.js';

/** What the sources of a package are compiled to. */
export async function compiledModules({ source }: InstalledPackage): Promise<readonly string[]> {
  return (await filesBelow(join(source, 'src')))
    .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`, `dist/${name}.js.map`]);
}

/** What the files of an installed package take. */
export async function unpackedBytes({ package: folder }: InstalledPackage): Promise<number> {
  const contents = await Promise.all((await filesBelow(folder)).map((name) => readFile(join(folder, name))));
  return contents.reduce((sum, { length }) => sum + length, 0);
}

/** The package.json of an installed package, and every path that it names in one of `fields`. */
export async function namedPaths(
  { package: folder }: InstalledPackage,
  ...fields: readonly string[]
): Promise<{ readonly text: string; readonly paths: readonly string[] }> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const manifest = JSON.parse(text);
  const paths = fields.flatMap((field) => pathsIn(manifest[field]));
  return { text, paths: paths.map((path) => path.replace('./', '')) };
}

/** What publint objects to in the package.json of an installed package. */
export async function publintFindings({ package: folder }: InstalledPackage): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'warning', pack: false });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** The links of an installed package's pages that lead to none of its files, each behind its page. */
export async function deadLinks({ package: folder }: InstalledPackage): Promise<readonly string[]> {
  const found = await filesBelow(folder);
  const pages = found.filter((name) => name.endsWith('.md'));
  const dead = pages.map(async (page) => {
    const text = await readFile(join(folder, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, path = '']) => path);
    return links
      .filter((path) => !found.includes(posix.join(posix.dirname(page), path)))
      .map((path) => `${page}: ${path}`);
  });
  return (await Promise.all(dead)).flat();
}

/** Every path in a part of package.json, however deep. */
function pathsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  return Object.entries(part ?? {}).flatMap(([name, value]) => [
    ...(name.startsWith('./dist/') ? [name] : []),
    ...pathsIn(value),
  ]);
}
