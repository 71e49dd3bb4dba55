import { join } from 'node:path';
import { Agent, CapabilitySet, RehearsalModel } from '@changeover/capability-core';
import { readPackageFolder, snapshotBatch, snapshotPackages } from '@changeover/capability-core/registry';
import { type JsonValue, StateStore, stateKey } from '@changeover/storage-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { RECORDS_FORMAT } from '../src/host/records/format-record.js';
import { fixtureProject, skillPackage } from './fixture-package.js';
import { applied } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const HELLO = { turns: [{ text: 'Hello.' }] };

/** A store as a console left it that read packages where they were: its session's generation 1 is made of `folder`. */
async function olderStore(folder: string): Promise<string> {
  const data = await temporaryFolder();
  const { signal } = new AbortController();
  const read = await readPackageFolder(folder, { signal });
  const adapters = {
    mcp: () => {
      throw new Error('There is no server in it');
    },
  };
  const { target } = snapshotBatch(snapshotPackages([read], { generation: 1, adapters }), 1);
  const stamp = { generation: 1, digest: target.digest };
  const packages = [{ name: read.name, version: read.version, digest: read.digest, folder }];
  const records: Readonly<Record<string, JsonValue>> = {
    format: { format: 1 },
    folders: { format: 1, folders: [folder] },
    'session/old': {
      format: 1,
      options: { workspace: data },
      stamp,
      registryGeneration: 1,
      binding: await bindingOf(target),
      packages,
      createdAt: 1,
      closedAt: null,
    },
    'session/empty': {
      format: 1,
      options: { workspace: data },
      stamp: { generation: 0, digest: CapabilitySet.empty().digest },
      registryGeneration: null,
      binding: null,
      packages: [],
      createdAt: 2,
      closedAt: null,
    },
    'generation/old/00000000000000000001': {
      format: 1,
      set: target.canonicalJson(),
      digest: target.digest,
      cause: 'First start',
      publishedAt: 2,
      retiredAt: null,
      effectsClosed: null,
      packages,
    },
  };
  await using store = await StateStore.connect({
    backend: 'sqlite',
    location: join(data, 'console.sqlite'),
  });
  await store.transact(async (transaction) => {
    for (const [key, value] of Object.entries(records)) {
      await transaction.put({ key: stateKey('console', key), value });
    }
  });
  return data;
}

/** What a run on a set is bound to, as a session of the library says it. */
async function bindingOf(target: CapabilitySet): Promise<JsonValue> {
  const session = Agent.fromConfig().buildSession('/', new RehearsalModel(HELLO));
  const { useGeneration, ...binding } = session.capabilityBindingOf(target).toJSON();
  await session.close();
  return useGeneration === undefined ? binding : { ...binding, useGeneration: { ...useGeneration } };
}

describe('the store of a console that read packages where they were', { timeout: 60_000 }, () => {
  it('opens, and its session says which folders are to be installed, and goes on with a batch of them', async () => {
    const folder = await skillPackage('notes');
    const data = await olderStore(folder);
    const store = { backend: 'sqlite', folder: data } as const;
    const demo = await fixtureProject({ hello: HELLO });
    const first = await testHost({ store, demo });
    const page = await connectPage(first).greeted();
    const session = await page.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(session).toMatchObject({
      id: 'old',
      stamp: { generation: 1 },
      problem: {
        code: 'packages-not-installed',
        message: expect.stringContaining(`notes from ${folder}`),
        action: expect.stringContaining('Install the folders'),
      },
    });
    await page.until((now) => now.sessions.find(({ id, state }) => id === 'empty' && state === 'open'));
    expect(page.state.generations).toMatchObject([
      { session: 'old', state: 'current', useGeneration: null, capabilityCount: 1 },
    ]);
    expect(page.state.registry).toMatchObject({ generation: 0, packages: [] });
    const ask = { session: 'old', rehearsal: 'hello', prompt: 'Hello?' };
    await expect(page.ask('run.start', ask)).rejects.toThrow('session-needs-you');
    await first.close();

    // It says the same again at the next start, when its records were written by the newer console.
    const second = await testHost({ store, demo });
    const again = await connectPage(second).greeted();
    const same = await again.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(same.problem).toEqual(session.problem);
    const { committed } = await applied(again, 'old', [folder]);
    expect(committed.generation).toBe(2);
    await again.until((now) => now.sessions.find(({ id, state }) => id === 'old' && state === 'open'));
    await again.until((now) => now.generations[0]?.state === 'retired');
    expect((await again.ask('run.start', ask)).generation).toBe(2);
    const catalog = await again.ask('catalog.read', { session: 'old', generation: 1 });
    expect(catalog.capabilities.map(({ publicName }) => publicName)).toEqual(['notes:look']);
    await second.close();

    const third = await connectPage(await testHost({ store, demo })).greeted();
    await third.until((now) => now.sessions.find(({ id, state }) => id === 'old' && state === 'open'));
    expect(third.state.generations.map(({ useGeneration }) => useGeneration)).toEqual([null, 1]);
  });

  it('is not opened by that older console any more once a newer one has used it', async () => {
    const data = await olderStore(await skillPackage('notes'));
    const host = await testHost({ store: { backend: 'sqlite', folder: data }, demo: null });
    await host.close();
    await using store = await StateStore.connect({
      backend: 'sqlite',
      location: join(data, 'console.sqlite'),
    });
    const format = await store.load(stateKey('console', 'format'));
    expect(format?.record.value).toEqual({ format: RECORDS_FORMAT });
    expect(await store.load(stateKey('console', 'folders'))).toBeUndefined();
  });

  it('is left as it was when something in it is damaged', async () => {
    const data = await olderStore(await skillPackage('notes'));
    await using store = await StateStore.connect({
      backend: 'sqlite',
      location: join(data, 'console.sqlite'),
    });
    await store.transact((transaction) =>
      transaction.put({ key: stateKey('console', 'run/old/run-1'), value: { format: 1 } }),
    );
    await store.close();
    const host = await testHost({ store: { backend: 'sqlite', folder: data }, demo: null });
    expect(host.failure?.code).toBe('damaged-record');
    await using again = await StateStore.connect({
      backend: 'sqlite',
      location: join(data, 'console.sqlite'),
    });
    expect((await again.load(stateKey('console', 'format')))?.record.value).toEqual({ format: 1 });
    expect(await again.load(stateKey('console', 'folders'))).toBeDefined();
  });
});
