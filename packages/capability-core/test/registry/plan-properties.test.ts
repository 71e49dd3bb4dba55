import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemChange, PackageRegistry, RegistryChange, StoredPackage } from '../../src/registry/index.js';
import { snapshotBatch } from '../../src/registry/index.js';
import {
  allowAll,
  edition,
  idleServers,
  NEVER,
  openRegistry,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const NAMES = ['atlas', 'ledger', 'Field Notes', 'zoo'] as const;
const EDITIONS = [1, 2, 3] as const;

/** Which version of each package is in force; the name is absent where none is. */
type InForce = ReadonlyMap<string, StoredPackage>;

/** A registry that has every edition of every package; some editions differ in a skill, some in a server. */
async function stocked(): Promise<{ registry: PackageRegistry; states: fc.Arbitrary<InForce> }> {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'), { keepGenerations: 1_000 });
  const choices: fc.Arbitrary<[string, StoredPackage | null]>[] = [];
  for (const name of NAMES) {
    const versions: StoredPackage[] = [];
    for (const number of EDITIONS) {
      const servers = number === 2 ? { [name.replace(' ', '-')]: { command: 'node' } } : {};
      const content = edition(`${number}.0.0`, { name, servers, skill: number === 1 ? 'Old.' : 'New.' });
      const more = { 'skills/more/SKILL.md': '---\nname: more\ndescription: More.\n---\n' };
      const files = number === 3 ? { ...content, ...more } : content;
      const stored = await registry.install(await putFiles(join(base, name, `${number}`), files), options);
      await allowAll(registry, stored.digest);
      versions.push(stored);
    }
    choices.push(fc.constantFrom(null, ...versions).map((version) => [name, version]));
  }
  const states = fc
    .tuple(...choices)
    .map((chosen) => new Map(chosen.flatMap(([name, stored]) => (stored === null ? [] : [[name, stored]]))));
  return { registry, states };
}

/** The change that leads from what is in force to a state, its parts in some order. */
function changeTo({ current }: PackageRegistry, state: InForce, order: (list: string[]) => string[]) {
  const add = order([...state.keys()]).map((name) => state.get(name)?.digest);
  const change: RegistryChange = {
    add: add.filter((digest) => digest !== undefined),
    remove: order(current.packages.map(({ name }) => name)).filter((name) => !state.has(name)),
  };
  return change;
}

async function bringTo(
  registry: PackageRegistry,
  state: InForce,
  order: (list: string[]) => string[] = (list) => list,
): Promise<void> {
  const plan = await registry.plan(changeTo(registry, state, order), options);
  if (plan.packages.every(({ change }) => change === 'unchanged')) return;
  await registry.apply(plan, options);
}

const contentOf = (packages: Iterable<{ name: string; digest: string }>) =>
  [...packages].map(({ name, digest }) => `${name} ${digest}`).sort();

const publicNames = ({ name, skills, servers }: StoredPackage) => [
  ...skills.map(({ skill }) => `skill ${name}:${skill.name}`),
  ...servers.map(({ config }) => `mcp ${config.name}`),
];

test('applying a plan from any state to any other gives exactly that state', async () => {
  const { registry, states } = await stocked();
  await fc.assert(
    fc.asyncProperty(states, states, async (from, to) => {
      await bringTo(registry, from);
      await bringTo(registry, to);
      expect(contentOf(registry.current.packages)).toEqual(contentOf(to.values()));
      const { generation } = registry.current;
      const snapshot = await registry.snapshot({ generation, adapters: idleServers, ...options });
      const { capabilities } = snapshotBatch(snapshot, 1).target;
      const names = capabilities.map(({ id, publicName }) => `${id.kind} ${publicName}`);
      expect(names.sort()).toEqual([...to.values()].flatMap(publicNames).sort());
    }),
    { numRuns: 25 },
  );
  const published = registry.generations();
  await registry.close();
  expect((await openRegistry(registry.root, { keepGenerations: 1_000 })).generations()).toEqual(published);
}, 60_000);

test('a state has one revision, whatever the order and the way that led to it', async () => {
  const { registry, states } = await stocked();
  const revisionByContent = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (state, reversed) => {
      await bringTo(registry, state, (list) => (reversed ? list.reverse() : list));
      const content = contentOf(registry.current.packages).join();
      const { revision } = registry.current;
      expect(revisionByContent.get(content) ?? revision).toBe(revision);
      revisionByContent.set(content, revision);
    }),
    { numRuns: 60 },
  );
  expect(new Set(revisionByContent.values()).size).toBe(revisionByContent.size);
}, 60_000);

test('the plan of the way back is the inverse of the plan of the way there', async () => {
  const { registry, states } = await stocked();
  const opposite = { added: 'removed', removed: 'added', changed: 'changed' } as const;
  const inverse = (item: ItemChange): ItemChange => ({
    ...item,
    change: opposite[item.change],
    fromDigest: item.toDigest,
    toDigest: item.fromDigest,
  });
  await fc.assert(
    fc.asyncProperty(states, states, async (from, to) => {
      await bringTo(registry, from);
      const there = await registry.plan(
        changeTo(registry, to, (list) => list),
        options,
      );
      await bringTo(registry, to);
      const back = await registry.plan(
        changeTo(registry, from, (list) => list),
        options,
      );
      expect(back.items).toEqual(there.items.map(inverse));
      expect(back.unchangedItems).toBe(there.unchangedItems);
      const sides = ({ packages }: typeof back) => packages.map((change) => [change.from, change.to]);
      expect(sides(back)).toEqual(sides(there).map(([before, after]) => [after, before]));
      const before = [...from.values()].flatMap(publicNames);
      const lost = there.items.filter(({ change }) => change === 'removed');
      expect(there.unchangedItems + there.items.filter(({ change }) => change === 'changed').length).toBe(
        before.length - lost.length,
      );
    }),
    { numRuns: 40 },
  );
}, 60_000);
