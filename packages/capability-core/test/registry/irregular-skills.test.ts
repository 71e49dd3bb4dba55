import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type FrontMatterValue, type PackageFolder, readPackageFolder } from '../../src/registry/index.js';
import { IRREGULAR_SKILLS } from './irregular-skills-table.js';
import { idleServers, NEVER, openRegistry, publish, putFiles, temporaryFolder } from './registry-builders.js';

const options = { signal: NEVER };
const FIXTURE = fileURLToPath(new URL('../fixtures/packages/irregular-skills', import.meta.url));
const KNOWN: ReadonlySet<string> = new Set([
  'name',
  'description',
  'allowed-tools',
  'tags',
  'version',
  'disable-model-invocation',
  'kind',
]);

/** Plain objects of maps, which compare and print better. */
function shown(value: FrontMatterValue): unknown {
  if (typeof value === 'string' || value === null) return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [key, shown(entry)]));
  return Array.isArray(value) ? value.map(shown) : value;
}

/** One row of the table, made of what was read. */
function rowsOf({ items, skills }: PackageFolder) {
  return items.map(({ path, outcome, diagnostics }) => {
    const notes = diagnostics.map(({ line, reason }) => (line === undefined ? reason : `${line}: ${reason}`));
    const packaged = skills.find((candidate) => candidate.path === path);
    const others = [...(packaged?.fields ?? [])].filter(([field]) => !KNOWN.has(field));
    return {
      path,
      outcome,
      notes,
      skill: packaged?.skill,
      others: Object.fromEntries(others.map(([field, value]) => [field, shown(value)])),
    };
  });
}

const usual = { disableModelInvocation: false, kind: 'instruction', tags: [] };

describe('a package of skills as people write them', () => {
  test('is read to the last one: loaded, loaded with what is unusual, or skipped with the reason', async () => {
    const rows = rowsOf(await readPackageFolder(FIXTURE, options));
    const expected = IRREGULAR_SKILLS.map(({ path, outcome, notes = [], skill, content, others = {} }) => ({
      path,
      outcome,
      notes,
      skill: skill && { ...usual, content: content ?? 'Do it.', ...skill },
      others,
    }));
    for (const row of expected) expect(rows.find(({ path }) => path === row.path)).toEqual(row);
    expect(rows.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
    expect(rows.filter(({ skill }) => skill !== undefined).length).toBeGreaterThanOrEqual(26);
  });

  test('gives sessions what was loaded of it, through the store', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'));
    const stored = await registry.install(FIXTURE, options);
    await publish(registry, { add: [stored.digest] });
    const loaded = IRREGULAR_SKILLS.filter(({ skill }) => skill !== undefined);
    const snapshot = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    const names = snapshot.contributions[0]?.descriptors.map(({ publicName }) => publicName) ?? [];
    expect(names.sort()).toEqual(loaded.map(({ skill }) => `irregular-skills:${skill?.name}`).sort());
    const prepared = [...snapshot.adapters.values()].map((adapter) => adapter().prepare(options));
    for (const { value } of await Promise.all(prepared)) expect(value.kind).toBe('skill');
    expect(stored.items).toEqual((await readPackageFolder(FIXTURE, options)).items);
  }, 20_000);

  test('is refused where strictness was asked for, with the first of them', async () => {
    const registry = await openRegistry(join(await temporaryFolder(), 'registry'), { strict: true });
    const first = IRREGULAR_SKILLS.find(({ outcome }) => outcome !== 'loaded');
    await expect(registry.install(FIXTURE, options)).rejects.toMatchObject({
      code: 'strict-refusal',
      path: first?.path,
    });
  });

  test('cannot hold one file twice where case does not count', async () => {
    const folder = join(await temporaryFolder(), 'irregular-skills');
    await cp(FIXTURE, folder, { recursive: true });
    await writeFile(join(folder, 'skills/plain/skill.md'), '');
    await expect(readPackageFolder(folder, options)).rejects.toMatchObject({
      code: 'case-collision',
      path: 'skills/plain/skill.md',
      otherPath: 'skills/plain/SKILL.md',
    });
  });
});

describe('a skill at a limit', () => {
  async function read(matter: string, body: string | Buffer = ''): Promise<PackageFolder> {
    const folder = join(await temporaryFolder(), 'limits');
    await mkdir(join(folder, 'skills/large'), { recursive: true });
    const head = Buffer.from(`---\nname: large\n${matter}\n---\n`);
    await writeFile(join(folder, 'skills/large/SKILL.md'), Buffer.concat([head, Buffer.from(body)]));
    return readPackageFolder(folder, options);
  }
  const outcomeOf = async (matter: string, body?: string | Buffer) => {
    const [item] = (await read(matter, body)).items;
    return [item?.outcome, ...(item?.diagnostics.map(({ reason }) => reason) ?? [])];
  };
  const described = 'description: Is large.';
  const head = `---\nname: large\n${described}\n---\n`.length;
  const limit = 512 * 1024;

  test('of 512 KiB is loaded with every word, and one byte more is skipped', async () => {
    const body = 'x'.repeat(limit - head);
    expect((await read(described, body)).skills[0]?.skill.content).toBe(body);
    expect(await outcomeOf(described, `${body}x`)).toEqual([
      'skipped',
      `It has ${limit + 1} bytes; at most ${limit} are read.`,
    ]);
  });

  test('whose front matter alone is that large is loaded too', async () => {
    const words = 'Use it when: somebody asks. '.repeat(18_000);
    const [item] = (await read(`description: ${words}`)).items;
    expect(item?.outcome).toBe('loaded-with-diagnostics');
  }, 20_000);

  test('may have a description of 1,024 characters, and a longer one is noted', async () => {
    expect(await outcomeOf(`description: ${'d'.repeat(1_024)}`)).toEqual(['loaded']);
    expect(await outcomeOf(`description: ${'d'.repeat(1_025)}`)).toEqual([
      'loaded-with-diagnostics',
      'The description is longer than 1024 characters.',
    ]);
  });

  test('may use 100 aliases, and more are not followed', async () => {
    const aliases = (count: number) =>
      [described, 'a: &a [x]', ...Array.from({ length: count }, (_, index) => `k${index}: *a`)].join('\n');
    expect(await outcomeOf(aliases(100))).toEqual(['loaded']);
    const list = `a: &a x\nlist: [${Array.from({ length: 100 }, () => '*a').join(', ')}]`;
    expect(await outcomeOf(`${described}\n${list}`)).toEqual(['loaded']);
    expect((await outcomeOf(aliases(101)))[1]).toBe('There are more than 100 aliases.');
  });

  test('is loaded without what is nested too deep to be followed', async () => {
    const deep = `metadata: ${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const { items, skills } = await read(`${deep}\n${described}`);
    expect(items[0]?.outcome).toBe('loaded-with-diagnostics');
    expect(skills[0]?.skill).toMatchObject({ name: 'large', description: 'Is large.' });
  }, 20_000);

  test('is loaded where some of its bytes are no UTF-8, and that is noted with the line', async () => {
    const latin = Buffer.from('First.\nCaf\xe9.\n', 'latin1');
    const { items, skills } = await read(described, latin);
    expect(items[0]?.diagnostics).toEqual([
      {
        path: 'skills/large/SKILL.md',
        line: 6,
        reason: 'It holds bytes that are no UTF-8; \uFFFD stands in for them.',
      },
    ]);
    expect(skills[0]?.skill.content).toBe('First.\nCaf\uFFFD.');
  });
});

test('a skill in the root of a package, and one that nobody looks for, are both named', async () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Says hello.\n---\n`;
  const folder = await putFiles(join(await temporaryFolder(), 'greeter'), {
    'SKILL.md': skill('greeter'),
    'docs/SKILL.md': skill('docs'),
  });
  const { items } = await readPackageFolder(folder, options);
  expect(items.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['greeter', 'loaded'],
    ['docs', 'skipped'],
  ]);
  const nothing = await putFiles(join(await temporaryFolder(), 'docs-only'), {
    'docs/SKILL.md': skill('docs'),
  });
  await expect(readPackageFolder(nothing, options)).rejects.toMatchObject({ code: 'not-a-package' });
});
