import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { INSTALL_TIMEOUT_MS } from './limits.js';
import { type RunOptions, runToEnd } from './run-to-end.js';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Where `storage-kit` lies in the workspace. */
export const STORAGE_KIT_SOURCE = join(REPOSITORY, 'packages/storage-kit');

/** The compiler of the workspace. */
export const COMPILER = join(REPOSITORY, 'node_modules/typescript-native/bin/tsc');

/** The folder with the types of Node, which whoever writes for Node has. */
export const NODE_TYPES = join(REPOSITORY, 'node_modules/@types');

/** A project outside the workspace that depends on `storage-kit`, and on nothing else, as npm installs it. */
export class StorageKitProject {
  readonly folder: string;

  constructor(environment: ScenarioEnvironment) {
    this.folder = join(environment.scratch, 'storage-kit-project');
  }

  /** The package, which is what was in its archive. */
  get package(): string {
    return join(this.folder, 'node_modules/@changeover/storage-kit');
  }

  /** Packs the package as it is built, and installs the archive. Once in a run. */
  async install(): Promise<void> {
    await mkdir(this.folder);
    await cp(join(REPOSITORY, 'e2e/packages/storage-kit'), this.folder, { recursive: true });
    await writeFile(join(this.folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    await runWell('npx', ['--yes', await packageManager(), 'pack', '--pack-destination', this.folder], {
      cwd: STORAGE_KIT_SOURCE,
      timeout: INSTALL_TIMEOUT_MS,
    });
    const archives = (await readdir(this.folder)).filter((name) => name.endsWith('.tgz'));
    // Whoever runs this through npm has told it their own folder; this is another.
    const options = ['--prefix', this.folder, '--prefer-offline', '--no-audit', '--no-fund'];
    await runWell('npm', ['install', ...options, ...archives.map((name) => `./${name}`)], {
      cwd: this.folder,
      timeout: INSTALL_TIMEOUT_MS,
    });
    await this.#layOutExamples();
  }

  /** Runs a module of the project in plain Node, in another folder; what it printed. */
  node(module: string, cwd: string): Promise<string> {
    return runWell(process.execPath, [join(this.folder, module)], { cwd });
  }

  /** The examples of the README that was installed, as someone who follows it would lay them out. */
  async #layOutExamples(): Promise<void> {
    const readme = await readFile(join(this.package, 'README.md'), 'utf8');
    const example = firstExample(readme, 'First example');
    await writeFile(join(this.folder, 'counter.ts'), example);
    // It has nothing that is not JavaScript as well.
    await writeFile(join(this.folder, 'counter.mjs'), example);
    await writeFile(join(this.folder, 'page/counter.ts'), firstExample(readme, 'In a browser'));
    await mkdir(join(this.folder, 'page/public'));
    const engine = 'sql-wasm-browser.wasm';
    await cp(join(this.folder, 'node_modules/sql.js/dist', engine), join(this.folder, 'page/public', engine));
  }
}

/** The first TypeScript under a heading. */
function firstExample(readme: string, heading: string): string {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const code = /^```ts\n(.*?)^```$/ms.exec(section ?? '')?.[1];
  if (code === undefined) throw new Error(`The README has no example under the heading ${heading}`);
  return code;
}

/** Runs a program that must succeed; what it printed. */
export async function runWell(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await runToEnd(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${code}:\n${output}`);
  return output;
}

/** Every file below a folder, by its path from there. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function packageManager(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'packageManager' in manifest) {
    return String(manifest.packageManager);
  }
  throw new Error('The workspace names no package manager');
}
