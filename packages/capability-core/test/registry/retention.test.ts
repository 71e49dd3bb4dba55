import { cp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Agent, type AgentSession, PermissionPolicy, RehearsalModel } from '../../src/index.js';
import { inheritedEnvironment, mcpAdapterFactory } from '../../src/mcp/index.js';
import { type PackageRegistry, sessionBatch } from '../../src/registry/index.js';
import { DEFAULT_KEPT_GENERATIONS } from '../../src/registry/limits.js';
import {
  allowAll,
  edition,
  idleServers,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const PAGE_READER = fileURLToPath(new URL('../fixtures/packages/page-reader', import.meta.url));

function sessionOf(base: string, model: RehearsalModel): AgentSession {
  const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
  const session = agent.buildSession(base, model);
  onTestFinished(() => session.close());
  return session;
}

/** Brings a session to a generation, with servers that really run. */
async function cutOver(session: AgentSession, registry: PackageRegistry, generation: number): Promise<void> {
  const environment = {
    variables: { NODE: process.execPath },
    inherited: inheritedEnvironment(process.env),
    cwd: registry.root,
  };
  const adapters = { mcp: mcpAdapterFactory({ environment }) };
  const snapshot = await registry.snapshot({ generation, adapters, owner: 'the session', ...options });
  await session.applyCapabilityBatch(sessionBatch(session, snapshot));
}

/** Installs and publishes a package of one name in several editions. */
async function publishEditions(registry: PackageRegistry, versions: readonly string[]) {
  const base = await temporaryFolder();
  const digests = [];
  for (const version of versions) {
    const folder = await putFiles(join(base, version), edition(version));
    const { digest } = await registry.install(folder, options);
    await publish(registry, { add: [digest] });
    digests.push(digest);
  }
  return digests;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

test('a run keeps the files of its version over a cutover, and they are collected when it has ended', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'), { keepGenerations: 1 });
  const folder = join(base, 'page-reader');
  await cp(PAGE_READER, folder, { recursive: true });
  const first = await registry.install(folder, options);
  await allowAll(registry, first.digest);
  await publish(registry, { add: [first.digest] });

  const read = { tool: 'mcp__pages__read' };
  const model = new RehearsalModel({
    turns: [{ toolCalls: [read] }, { waitFor: 'go', toolCalls: [read] }, { text: '{{toolResult}}' }],
  });
  const session = sessionOf(base, model);
  await cutOver(session, registry, 1);
  const old = await session.spawnRun('read');
  await model.whenWaiting('go', options);

  await writeFile(join(folder, 'page.txt'), 'second edition\n');
  const second = await registry.install(folder, options);
  await allowAll(registry, second.digest);
  await publish(registry, { add: [second.digest] });
  await cutOver(session, registry, 2);
  await rm(folder, { recursive: true });

  expect(registry.holders(first.digest)).toEqual([{ owner: 'the session', generation: 1, leases: 1 }]);
  expect(await registry.collect(options)).toEqual({ generations: [], packages: [], bytes: 0 });
  await expect(registry.forget(first.digest, options)).rejects.toMatchObject({
    code: 'package-in-use',
    holders: [{ owner: 'the session', generation: 1, leases: 1 }],
  });
  model.release('go');
  expect((await old.result).text).toBe('first edition');
  await session.drainCapabilityCleanup();

  expect(registry.holders(first.digest)).toEqual([]);
  const { name, version, digest, bytes, root } = first;
  expect(await registry.collect(options)).toEqual({
    generations: [1],
    packages: [{ name, version, digest }],
    bytes,
  });
  expect([await exists(root), registry.version(digest)]).toEqual([false, undefined]);

  const fresh = await session.spawnRun('read');
  while (model.waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
  model.release('go');
  expect((await fresh.result).text).toBe('second edition');
});

test('a package that was removed stays while somebody retains a generation that has it', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'), { keepGenerations: 1 });
  const [digest] = await publishEditions(registry, ['1.0.0']);
  if (digest === undefined) throw new Error('nothing was published');
  const release = registry.retain(1, 'a session');
  await publish(registry, { remove: ['field-notes'] });
  expect(registry.current.packages).toEqual([]);
  expect(registry.holders(digest)).toEqual([{ owner: 'a session', generation: 1, leases: 0 }]);
  expect((await registry.collect(options)).packages).toEqual([]);
  const { packages } = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
  expect(packages.map(({ version }) => version)).toEqual(['1.0.0']);
  release();
  release();
  expect((await registry.collect(options)).packages).toMatchObject([{ digest }]);
});

test('a generation that was collected gives no snapshot, no lease and no pin', async () => {
  const registry = await openRegistry(join(await temporaryFolder(), 'registry'), { keepGenerations: 1 });
  await publishEditions(registry, ['1.0.0']);
  const early = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
  await publishEditions(registry, ['2.0.0']);
  await registry.collect(options);
  await expect(early.leaseProvider.acquire(options)).rejects.toMatchObject({ code: 'use-generation-lease' });
  expect(early.leaseProvider.held).toBe(0);
  const unknown = expect.objectContaining({ code: 'unknown-generation' });
  await expect(registry.snapshot({ generation: 1, adapters: idleServers, ...options })).rejects.toEqual(
    unknown,
  );
  expect(() => registry.retain(1, 'late')).toThrow(unknown);
  expect(() => registry.retain(3, 'early')).toThrow(unknown);
});

test('the last five generations are kept for going back, and no more', async () => {
  const registry = await openRegistry(join(await temporaryFolder(), 'registry'));
  const versions = Array.from({ length: DEFAULT_KEPT_GENERATIONS }, (_, n) => `${n + 1}.0.0`);
  const [first] = await publishEditions(registry, versions);
  if (first === undefined) throw new Error('nothing was published');
  expect((await registry.collect(options)).generations).toEqual([]);
  const back = await publish(registry, { add: [first] });
  expect(back.revision).toBe(registry.generations()[0]?.revision);
  expect(await registry.collect(options)).toEqual({ generations: [1], packages: [], bytes: 0 });
  expect(registry.generations().map(({ generation }) => generation)).toEqual([2, 3, 4, 5, 6]);
  expect(registry.version(first)?.version).toBe('1.0.0');
});

test('a version that was installed and never published stays until it is forgotten', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'), { keepGenerations: 1 });
  const [used] = await publishEditions(registry, ['1.0.0']);
  const folder = await putFiles(join(base, 'unused'), edition('9.0.0'));
  const unused = await registry.install(folder, options);
  expect((await registry.collect(options)).packages).toEqual([]);
  await registry.forget(unused.digest, options);
  expect(registry.versions().map(({ digest }) => digest)).toEqual([used]);
  expect(await exists(unused.root)).toBe(false);
  await expect(registry.forget(unused.digest, options)).rejects.toMatchObject({ code: 'unknown-package' });
  if (used !== undefined) {
    await expect(registry.forget(used, options)).rejects.toMatchObject({
      code: 'package-in-use',
      holders: [],
    });
  }
});

test('what was decided about a forgotten version is asked again when it comes back', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'));
  const folder = await putFiles(join(base, 'a'), edition('1.0.0', { servers: { a: { command: 'node' } } }));
  const { digest } = await registry.install(folder, options);
  await allowAll(registry, digest);
  await registry.install(folder, options);
  expect(registry.consents(digest)).toMatchObject([{ decision: 'allowed' }]);
  await registry.forget(digest, options);
  await registry.install(folder, options);
  expect(registry.consents(digest)).toMatchObject([{ decision: 'undecided' }]);
});
