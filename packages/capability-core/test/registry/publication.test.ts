import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sha256Digest } from '../../src/index.js';
import { type PackageRegistry, snapshotBatch } from '../../src/registry/index.js';
import { MAX_KEPT_GENERATIONS } from '../../src/registry/limits.js';
import { ManualClock } from '../../src/testing/index.js';
import {
  allowAll,
  edition,
  idleServers,
  NEVER,
  openRegistry,
  type PackageContent,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const server = { command: 'node', args: ['server.js'] };
const NOWHERE = Sha256Digest.ofText('nothing');

async function newRegistry(): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'));
}

async function install(registry: PackageRegistry, content: PackageContent) {
  const folder = await putFiles(join(await temporaryFolder(), 'package'), content);
  return registry.install(folder, options);
}

test('a folder is installed, published, and found again after reopening', async () => {
  const base = await temporaryFolder();
  const root = join(base, 'registry');
  const clock = new ManualClock();
  const registry = await openRegistry(root, { clock });
  expect(registry.current).toMatchObject({ generation: 0, packages: [] });
  const folder = await putFiles(join(base, 'notes'), edition('1.0.0', { servers: { notebook: server } }));
  const stored = await registry.install(folder, options);
  expect(stored).toMatchObject({ source: { type: 'folder', path: folder }, fileCount: 3, damage: null });
  expect([registry.current.generation, registry.generations()]).toEqual([0, []]);
  const plan = await registry.plan({ add: [stored.digest] }, options);
  await allowAll(registry, stored.digest);
  const published = await registry.apply(plan, { ...options, cause: 'the first ones' });
  expect(published).toMatchObject({ generation: 1, publishedAt: clock.now(), cause: 'the first ones' });
  await registry.close();
  const again = await openRegistry(root);
  expect([again.current, again.versions()]).toEqual([published, [stored]]);
  const snapshot = await again.snapshot({ generation: 1, adapters: idleServers, ...options });
  const names = snapshot.contributions[0]?.descriptors.map(({ publicName }) => publicName);
  expect(names).toEqual(['field-notes:take-notes', 'notebook']);
});

test('a plan tells packages and items apart: added, removed, upgraded, unchanged', async () => {
  const registry = await newRegistry();
  const old = await install(registry, edition('1.0.0', { servers: { notebook: server } }));
  const gone = await install(registry, edition('1.0.0', { name: 'gone', servers: { away: server } }));
  const same = await install(registry, edition('1.0.0', { name: 'same' }));
  await publish(registry, { add: [old.digest, gone.digest, same.digest] });
  const other = { ...server, args: ['other.js'] };
  const next = await install(
    registry,
    edition('1.1.0', { servers: { notebook: other }, skill: 'Edition 1.0.0.' }),
  );
  const fresh = await install(registry, edition('1.0.0', { name: 'fresh' }));
  const change = { add: [next.digest, fresh.digest], remove: ['gone'] };
  const plan = await registry.plan(change, options);
  expect(plan).toMatchObject({ base: 1, target: 2, unchangedItems: 2, conflicts: [] });
  expect(plan.packages.map(({ change: kind, name }) => [kind, name])).toEqual([
    ['upgraded', 'field-notes'],
    ['added', 'fresh'],
    ['removed', 'gone'],
    ['unchanged', 'same'],
  ]);
  expect(plan.items.map(({ change: kind, publicName }) => [kind, publicName])).toEqual([
    ['changed', 'notebook'],
    ['added', 'fresh:take-notes'],
    ['removed', 'away'],
    ['removed', 'gone:take-notes'],
  ]);
  const { cause, packages } = await registry.apply(plan, options);
  expect(cause).toBe('field-notes 1.0.0 → 1.1.0, fresh 1.0.0 added, gone removed');
  expect(packages.map(({ name }) => name)).toEqual(['field-notes', 'fresh', 'same']);
});

test('a package is replaced when it is removed and added at once', async () => {
  const registry = await newRegistry();
  const [one, two] = [await install(registry, edition('1')), await install(registry, edition('2'))];
  await publish(registry, { add: [one.digest] });
  const plan = await registry.plan({ add: [two.digest], remove: ['field-notes'] }, options);
  expect(plan.packages).toMatchObject([{ change: 'upgraded' }]);
});

test('a plan is refused once something else was published, or was published by it', async () => {
  const registry = await newRegistry();
  const { digest } = await install(registry, edition('1.0.0'));
  const other = await install(registry, edition('1.0.0', { name: 'other' }));
  const plan = await registry.plan({ add: [digest] }, options);
  await publish(registry, { add: [other.digest] });
  await expect(registry.apply(plan, options)).rejects.toMatchObject({ code: 'stale-plan' });
  const later = await registry.plan({ add: [digest] }, options);
  const both = await Promise.allSettled([registry.apply(later, options), registry.apply(later, options)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(registry.current.generation).toBe(2);
});

test('a plan that travelled publishes the generation after the current one, whatever number it says', async () => {
  const registry = await newRegistry();
  const { digest } = await install(registry, edition('1.0.0'));
  const plan = await registry.plan({ add: [digest] }, options);
  expect(await registry.apply({ ...plan, target: -7 }, options)).toMatchObject({ generation: 1 });
  expect((await openRegistry(registry.root)).generations()).toEqual(registry.generations());
});

test('of two processes that publish the same generation, the later is told that its plan is stale', async () => {
  const base = await temporaryFolder();
  const root = join(base, 'registry');
  const [one, two] = [await openRegistry(root), await openRegistry(root)];
  const folder = await putFiles(join(base, 'a'), edition('1.0.0'));
  const { digest } = await one.install(folder, options);
  await two.install(folder, options);
  const late = await two.plan({ add: [digest] }, options);
  const published = await publish(one, { add: [digest] });
  await expect(two.apply(late, options)).rejects.toMatchObject({ code: 'stale-plan' });
  expect(two.current).toEqual(published);
  expect(await publish(two, { remove: ['field-notes'] })).toMatchObject({ generation: 2, packages: [] });
});

test('two packages that bring one server are named, and cannot be in force together', async () => {
  const registry = await newRegistry();
  const one = await install(registry, edition('1.0.0', { servers: { notebook: server } }));
  const two = await install(registry, edition('1.0.0', { name: 'other', servers: { notebook: server } }));
  const plan = await registry.plan({ add: [one.digest, two.digest] }, options);
  expect(plan.conflicts).toMatchObject([
    { kind: 'mcp', publicName: 'notebook', packages: ['field-notes', 'other'] },
  ]);
  await expect(registry.apply(plan, options)).rejects.toMatchObject({
    code: 'name-conflict',
    message: expect.stringContaining('field-notes and other both bring an MCP server notebook'),
  });
  expect(registry.current.generation).toBe(0);
});

test('two packages whose names make one identifier cannot be in force together', async () => {
  const registry = await newRegistry();
  const spaced = await install(registry, edition('1.0.0', { name: 'Field Notes' }));
  const id = `field-notes-${Sha256Digest.ofText('Field Notes').slice(7, 19)}`;
  const forged = await install(registry, edition('1.0.0', { name: id }));
  const plan = await registry.plan({ add: [spaced.digest, forged.digest] }, options);
  expect(plan.conflicts).toMatchObject([{ kind: 'package', publicName: id }]);
});

test('what cannot be planned is refused', async () => {
  const registry = await newRegistry();
  const [one, two] = [await install(registry, edition('1')), await install(registry, edition('2'))];
  const refused = (change: Parameters<PackageRegistry['plan']>[0]) =>
    registry.plan(change, options).then(
      () => 'planned',
      ({ code }: { code: string }) => code,
    );
  expect(await refused({ add: [NOWHERE] })).toBe('unknown-package');
  expect(await refused({ remove: ['field-notes'] })).toBe('unknown-package');
  expect(await refused({ add: [one.digest, two.digest] })).toBe('duplicate-package');
  expect(await refused({ add: [one.digest, one.digest] })).toBe('planned');
});

test('nothing is published when nothing would change, or when a version was forgotten meanwhile', async () => {
  const registry = await newRegistry();
  const { digest } = await install(registry, edition('1.0.0'));
  const plan = await registry.plan({ add: [digest] }, options);
  await registry.forget(digest, options);
  await expect(registry.apply(plan, options)).rejects.toMatchObject({ code: 'unknown-package' });
  const again = await install(registry, edition('1.0.0'));
  await publish(registry, { add: [again.digest] });
  await expect(publish(registry, { add: [digest] })).rejects.toMatchObject({ code: 'nothing-to-change' });
  await expect(publish(registry, {})).rejects.toMatchObject({ code: 'nothing-to-change' });
  expect(registry.generations()).toHaveLength(1);
});

test('a snapshot can take some packages of its generation, and is equal wherever it is made', async () => {
  const registry = await newRegistry();
  const one = await install(registry, edition('1.0.0'));
  const two = await install(registry, edition('1.0.0', { name: 'other' }));
  await publish(registry, { add: [one.digest, two.digest] });
  const take = (packages?: readonly string[]) =>
    registry.snapshot({ generation: 1, adapters: idleServers, ...(packages && { packages }), ...options });
  const [all, same, some] = [await take(), await take(['other', 'field-notes']), await take(['other'])];
  expect(all.useGeneration.revision).toBe(registry.current.revision);
  expect(same.useGeneration.equals(all.useGeneration)).toBe(true);
  expect(some.packages.map(({ name }) => name)).toEqual(['other']);
  expect(some.useGeneration.mismatch(all.useGeneration)).toMatchObject({
    revisionMismatch: true,
    registryRevisionMismatch: false,
  });
  await expect(take(['other', 'nobody'])).rejects.toMatchObject({ code: 'unknown-package' });
  const empty = await registry.snapshot({ generation: 0, adapters: idleServers, ...options });
  expect(snapshotBatch(empty, 1).size).toBe(0);
});

test('a closed registry refuses everything, and closing ends what is under way', async () => {
  const registry = await newRegistry();
  const folder = await putFiles(await temporaryFolder(), edition('1.0.0'));
  const installing = registry.install(folder, options);
  await Promise.all([registry.close(), expect(installing).rejects.toMatchObject({ code: 'cancelled' })]);
  await expect(registry.install(folder, options)).rejects.toMatchObject({ code: 'registry-closed' });
  await expect(registry.collect(options)).rejects.toMatchObject({ code: 'registry-closed' });
  expect((await openRegistry(registry.root)).versions()).toEqual([]);
});

test('whatever is cancelled before it begins does nothing', async () => {
  const registry = await newRegistry();
  const { digest } = await install(registry, edition('1.0.0'));
  const plan = await registry.plan({ add: [digest] }, options);
  const aborted = { signal: AbortSignal.abort() };
  const cancelled = expect.objectContaining({ code: 'cancelled' });
  await expect(openRegistry(registry.root, aborted)).rejects.toEqual(cancelled);
  await expect(registry.plan({ add: [digest] }, aborted)).rejects.toEqual(cancelled);
  await expect(registry.apply(plan, aborted)).rejects.toEqual(cancelled);
  await expect(registry.forget(digest, aborted)).rejects.toEqual(cancelled);
  await expect(registry.verify(aborted)).rejects.toEqual(cancelled);
  expect([registry.current.generation, registry.versions().length]).toEqual([0, 1]);
});

test('whoever waits for their turn may give up', async () => {
  const registry = await newRegistry();
  const { digest } = await install(registry, edition('1.0.0'));
  const plan = await registry.plan({ add: [digest] }, options);
  const impatient = new AbortController();
  const first = registry.apply(plan, options);
  const second = registry.forget(digest, { signal: impatient.signal });
  impatient.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  expect((await first).generation).toBe(1);
});

test.each([0, MAX_KEPT_GENERATIONS + 1, 1.5, Number.NaN])(
  'a registry cannot keep %d generations',
  async (keepGenerations) => {
    await expect(openRegistry(await temporaryFolder(), { keepGenerations })).rejects.toThrow(RangeError);
  },
);

test.each([1, MAX_KEPT_GENERATIONS])('a registry can keep %d generations', async (keepGenerations) => {
  expect((await openRegistry(await temporaryFolder(), { keepGenerations })).generations()).toEqual([]);
});
