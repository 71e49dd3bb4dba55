import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createLogger } from 'vite';
import { filesBelow } from './installed-package.js';

/** A page with all that it loads, as a bundler made it for publication. */
export interface PageBundle {
  readonly folder: string;
  /** Everything that the bundler warned of. */
  readonly warnings: readonly string[];
}

/** What a script may ask of Node. Ajv has the names of its own modules in code that it would write for Node. */
const OF_NODE = /(?:["'`]node:|(?<![.\w])require\(["'`](?!ajv\/)|__vite-browser-external).{0,60}/g;

/** How many scripts a bundle has, and what in them asks for Node. */
export async function scriptsOf({
  folder,
}: PageBundle): Promise<{ readonly count: number; readonly asksOfNode: readonly string[] }> {
  const scripts = (await filesBelow(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  return { count: scripts.length, asksOfNode: texts.flatMap((text) => text.match(OF_NODE) ?? []) };
}

/** Builds every page of `root` into `folder`, with the bundler's own settings. */
export async function bundlePages(
  root: string,
  pages: readonly string[],
  folder: string,
): Promise<PageBundle> {
  const warnings: string[] = [];
  const customLogger = createLogger('warn');
  const warn = (text: string): void => {
    warnings.push(text);
  };
  customLogger.warn = warn;
  customLogger.warnOnce = warn;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    customLogger,
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: pages.map((page) => join(root, page)),
        // How long it took says something of the machine, and nothing of the package.
        checks: { bundlerTimings: false },
      },
    },
  });
  return { folder, warnings };
}
