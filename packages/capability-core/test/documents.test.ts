import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const COMPILER = join(PACKAGE, '../../node_modules/typescript-native/bin/tsc');

/** What a value on the page on limits is multiplied by; other words say what is counted. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['min', 60_000],
  ['KiB', 1_024],
  ['MiB', 1_024 * 1_024],
]);

describe('the page on errors', () => {
  it('names every code of every family, and no other', async () => {
    const [page, families] = await Promise.all([rowsOf('docs/errors.md'), familiesOfCode()]);
    expect(namesOf(page)).toEqual(families);
  });

  it('says what each code means, and what to do', async () => {
    for (const row of await rowsOf('docs/errors.md')) {
      expect(row.cells, row.name).toHaveLength(2);
      for (const cell of row.cells) expect(cell, row.name).toMatch(/^.{4,}\.$/u);
    }
  });
});

describe('the page on limits', () => {
  it('names every limit of every folder with its value, and no other', async () => {
    const page = await rowsOf('docs/limits.md');
    const limits = page.map(({ section, name, cells }) => `${section} ${name} ${numberOf(cells[0] ?? '')}`);
    expect(limits.sort()).toEqual(await limitsOfCode());
  });

  it('says what each limit bounds, and by what it is set', async () => {
    for (const row of await rowsOf('docs/limits.md')) {
      expect(row.cells, row.name).toHaveLength(3);
      for (const cell of row.cells) expect(cell, row.name).not.toBe('');
    }
  });
});

describe('the programs in the pages', () => {
  it('show each example as it is, once', async () => {
    const programs = (await programsOfPages()).map(({ text }) => text);
    for (const { name, text } of await filesOf('examples')) {
      expect(programs.filter((program) => program === text).length, name).toBe(1);
    }
  });

  it('have types that hold where they are no examples', async () => {
    const examples = new Set((await filesOf('examples')).map(({ text }) => text));
    const others = (await programsOfPages()).filter(({ text }) => !examples.has(text));
    expect(others.length).toBeGreaterThan(0);
    const folder = await mkdtemp(join(tmpdir(), 'changeover-pages-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [index, { name, text }] of others.entries()) {
      await writeFile(join(folder, `${name}-${index}.ts`), text);
    }
    const compilerOptions = { typeRoots: [join(PACKAGE, 'node_modules/@types')] };
    const configuration = { extends: join(PACKAGE, 'tsconfig.json'), compilerOptions, include: ['*.ts'] };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    expect(await outputOf(process.execPath, [COMPILER, '-p', folder])).toBe('');
  });
});

interface Row {
  /** The heading that it stands under. */
  readonly section: string;
  readonly name: string;
  readonly cells: readonly string[];
}

/** The lines of a page's tables that begin with a name. */
async function rowsOf(page: string): Promise<readonly Row[]> {
  const [, ...sections] = (await readFile(join(PACKAGE, page), 'utf8')).split(/^## /mu);
  return sections.flatMap((part) => {
    const [section = '', ...lines] = part.split('\n');
    return lines.flatMap((line) => {
      const [, name, rest] = /^\| `([\w-]+)` \| (.*) \|$/u.exec(line) ?? [];
      return name === undefined || rest === undefined ? [] : [{ section, name, cells: rest.split(' | ') }];
    });
  });
}

function namesOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ section, name }) => `${section} ${name}`).sort();
}

/** Each code behind its family, which bears the name of its file: the codes of faults, of lists, and single ones. */
async function familiesOfCode(): Promise<readonly string[]> {
  const sources = (await filesOf('src')).filter(({ name }) => !name.endsWith('.test.ts'));
  const codes = sources.flatMap(({ name, text }) => {
    const file = name.slice(name.lastIndexOf('/') + 1, -'.ts'.length);
    const family = file.replace(/(?:^|-)(\w)/gu, (_, letter: string) => letter.toUpperCase());
    const lists = [...text.matchAll(/^export type \w+Code =([^;]+);/gmu)].map(([, list = '']) => list);
    const found = [
      ...text.matchAll(/readonly code(?::| =) '([\w-]+)'/gu),
      ...lists.flatMap((list) => [...list.matchAll(/'([\w-]+)'/gu)]),
    ];
    return found.map(([, code]) => `${family} ${code}`);
  });
  return [...new Set(codes)].sort();
}

/** Each limit behind its folder, with its value; of a constant that holds several, each. */
async function limitsOfCode(): Promise<readonly string[]> {
  const files = (await filesOf('src')).filter(({ name }) => name.endsWith('/limits.ts'));
  const limits = files.map(async ({ name }) => {
    const folder = name.slice(0, name.lastIndexOf('/'));
    const constants: object = await import(pathToFileURL(join(PACKAGE, 'src', name)).href);
    return entriesOf(folder, constants).map(([limit, value]) => `${folder} ${limit} ${value}`);
  });
  return (await Promise.all(limits)).flat().sort();
}

function entriesOf(name: string, value: unknown): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[name, value]];
  return Object.entries(value ?? {}).flatMap(([key, inner]: [string, unknown]) => entriesOf(key, inner));
}

/** The number that a value of the page stands for: `64 KiB`, `1,500 ms`, `1,024`. */
function numberOf(value: string): number {
  const [, digits = '', unit = ''] = /^(\d[\d,]*)(?: (\w+))?$/u.exec(value) ?? [];
  return Number(digits.replaceAll(',', '')) * (UNITS.get(unit) ?? 1);
}

/** Every piece of TypeScript in the README and the pages, each with the name of its page. */
async function programsOfPages(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const readme = { name: 'README.md', text: await readFile(join(PACKAGE, 'README.md'), 'utf8') };
  return [readme, ...(await filesOf('docs'))].flatMap(({ name, text }) =>
    [...text.matchAll(/^```ts\n(.*?)^```$/gmsu)].map(([, program = '']) => ({
      name: name.replace('.md', ''),
      text: program,
    })),
  );
}

/** The files below a folder of the package, by their paths from there. */
async function filesOf(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = await readdir(join(PACKAGE, folder), { recursive: true });
  const files = names.filter((name) => /\.(?:ts|md)$/u.test(name)).map((name) => name.replaceAll('\\', '/'));
  return await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(PACKAGE, folder, name), 'utf8') })),
  );
}

/** What a program prints, and why where it does not end well. */
async function outputOf(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args);
    return stdout;
  } catch (error) {
    const printed = error instanceof Error && 'stdout' in error ? error.stdout : '';
    return `${String(error)}\n${String(printed)}`;
  }
}
