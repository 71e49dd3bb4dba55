import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runWell } from './installed-package.js';

const MODULES = resolve(import.meta.dirname, '../../node_modules');

/** The compiler of the workspace. */
const COMPILER = join(MODULES, 'typescript-native/bin/tsc');

/** The types of Node, which whoever writes for Node has. */
const NODE = { types: ['node'], typeRoots: [join(MODULES, '@types')], lib: ['ES2023', 'ESNext.Disposable'] };

/** A page, which has none. */
const PAGE = { types: [], lib: ['ES2023', 'ESNext.Disposable', 'DOM'] };

/** The programs of two kinds, by both resolutions, that a user may write. */
export const PROGRAMS = [
  { who: 'a program for Node', resolution: 'NodeNext', surroundings: 'node' },
  { who: 'a bundled program for Node', resolution: 'Bundler', surroundings: 'node' },
  { who: 'a page without types of Node', resolution: 'NodeNext', surroundings: 'page' },
  { who: 'a bundled page without types of Node', resolution: 'Bundler', surroundings: 'page' },
] as const;

type Program = (typeof PROGRAMS)[number];

/** Checks the types of files of a program with strict settings; with `outDir`, writes what they compile to. */
export async function compile(
  folder: string,
  { who, resolution, surroundings }: Program,
  files: readonly string[],
  outDir?: string,
): Promise<void> {
  const configuration = join(folder, `tsconfig.${who.replaceAll(' ', '-')}.json`);
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: false,
    module: resolution === 'Bundler' ? 'Preserve' : resolution,
    moduleResolution: resolution,
    ...(surroundings === 'node' ? NODE : PAGE),
    ...(outDir === undefined ? { noEmit: true } : { outDir, rootDir: '.' }),
  };
  await writeFile(configuration, JSON.stringify({ compilerOptions, files }));
  await runWell(process.execPath, [COMPILER, '-p', configuration]);
}
