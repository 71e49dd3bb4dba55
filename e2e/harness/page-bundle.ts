import { join } from 'node:path';
import { build, createLogger } from 'vite';

/** A page with all that it loads, as a bundler made it for publication. */
export interface PageBundle {
  readonly folder: string;
  /** Everything that the bundler warned of. */
  readonly warnings: readonly string[];
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
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  });
  return { folder, warnings };
}
