import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { INSTALL_TIMEOUT_MS } from './limits.js';
import { type RunOptions, runToEnd } from './run-to-end.js';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The packages that are tried as npm installs them. */
export const PACKED = ['storage-kit', 'capability-core'] as const;

export type PackedName = (typeof PACKED)[number];

/**
 * A package as it is installed in a project outside the workspace. That project depends on the packages that are tried,
 * and on nothing else; each has a folder of the project to itself.
 */
export class InstalledPackage {
  /** Where it lies in the workspace. */
  readonly source: string;
  /** What was in its archive. */
  readonly package: string;
  /** Its folder of the project. */
  readonly folder: string;

  constructor(environment: ScenarioEnvironment, name: PackedName) {
    const project = projectFolder(environment);
    this.source = join(REPOSITORY, 'packages', name);
    this.package = join(project, 'node_modules/@changeover', name);
    this.folder = join(project, name);
  }

  /** Runs a module of its folder in plain Node, in another folder; what it printed. */
  node(module: string, cwd: string): Promise<string> {
    return runWell(process.execPath, [join(this.folder, module)], { cwd });
  }

  /** The README that was installed. */
  readme(): Promise<string> {
    return readFile(join(this.package, 'README.md'), 'utf8');
  }
}

/** Packs the packages as they are built, and installs the archives. Once in a run. */
export async function installPackages(environment: ScenarioEnvironment): Promise<void> {
  const project = projectFolder(environment);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packages = PACKED.map((name) => new InstalledPackage(environment, name));
  for (const [index, { source, folder }] of packages.entries()) {
    await cp(join(REPOSITORY, 'e2e/packages', String(PACKED[index])), folder, { recursive: true });
    await runWell('npx', ['--yes', await packageManager(), 'pack', '--pack-destination', project], {
      cwd: source,
      timeout: INSTALL_TIMEOUT_MS,
    });
  }
  const archives = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  // Whoever runs this through npm has told it their own folder; this is another.
  const options = ['--prefix', project, '--prefer-offline', '--no-audit', '--no-fund'];
  await runWell('npm', ['install', ...options, ...archives.map((name) => `./${name}`)], {
    cwd: project,
    timeout: INSTALL_TIMEOUT_MS,
  });
}

function projectFolder(environment: ScenarioEnvironment): string {
  return join(environment.scratch, 'packages-project');
}

/** The first TypeScript under a heading. */
export function firstExample(readme: string, heading: string): string {
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
