import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type StateListRequest, StateStore } from '../../src/index.js';
import { sqliteFileStore } from '../../src/sqlite-file/index.js';
import { compiledModules } from '../compiled-modules.js';
import { temporaryFolder, temporaryLocation } from '../temporary-folder.js';

const rounds = Number(process.env['CHANGEOVER_CRASH_ROUNDS'] ?? 12);
const writers = 16;
const longestLifeMs = 120;
const roundsPerStore = 6;

interface Acknowledged {
  readonly round: number;
  readonly revision: number;
}

/** Runs the writer, kills it at a random moment, and tells what it had acknowledged, by writer. */
async function writeAndKill(
  modules: string,
  backend: string,
  location: string,
): Promise<ReadonlyMap<string, Acknowledged>> {
  const program = fileURLToPath(new URL('writer.mjs', import.meta.url));
  const args = [program, pathToFileURL(modules).href, backend, location, String(writers)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const acknowledged = new Map<string, Acknowledged>();
  for await (const line of createInterface({ input: child.stdout })) {
    if (acknowledged.size === 0) setTimeout(() => child.kill('SIGKILL'), Math.random() * longestLifeMs);
    const [writer = '', round, revision] = line.split(' ');
    acknowledged.set(`w${writer}`, { round: Number(round), revision: Number(revision) });
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
  return acknowledged;
}

async function readAll(store: StateStore, namespace: string): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  let request: StateListRequest = { namespace, limit: 1000 };
  for (;;) {
    const { snapshots, next } = await store.list(request);
    for (const { record } of snapshots) values.set(record.key.key, record.value);
    if (next === undefined) return values;
    request = { ...request, after: next };
  }
}

async function expectSound(
  store: StateStore,
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<void> {
  for (const [writer, { round, revision }] of acknowledged) {
    const head = await store.load({ namespace: 'head', key: writer });
    const stored = Number(head?.record.value);
    // At most the one commit under way was durable without being acknowledged.
    expect([round, round + 1]).toContain(stored);
    expect(head?.revision).toBeGreaterThanOrEqual(revision);
  }
  const expected = new Set<string>();
  const expectedLeft = new Set<string>();
  for (const [writer, last] of await readAll(store, 'head')) {
    for (let round = 1; round <= Number(last); round += 1) {
      expected.add(`${writer}/${round}`);
      if (round > Number(last) - 20) expectedLeft.add(`${writer}/${round}`);
    }
  }
  expect(new Set((await readAll(store, 'right')).keys())).toEqual(expected);
  expect(new Set((await readAll(store, 'left')).keys())).toEqual(expectedLeft);
}

/** Where to look at what a killed writer left: at the place itself, or at a copy that leaves the place as it is. */
async function inspectionOf(location: string, inPlace: boolean): Promise<string> {
  if (inPlace) return location;
  const copy = await temporaryFolder();
  await cp(dirname(location), copy, { recursive: true });
  return join(copy, basename(location));
}

const backends = {
  sqlite: (location: string) => StateStore.connect({ backend: 'sqlite', location }),
  'sqlite-file': (location: string) => StateStore.connect(sqliteFileStore({ location })),
};

test.each(Object.entries(backends))(
  `a writer to %s killed at ${rounds} random moments loses no acknowledged commit and leaves no half of one`,
  async (backend, open) => {
    const modules = await compiledModules();
    let location = '';
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerStore === 0) location = await temporaryLocation();
      const acknowledged = await writeAndKill(modules, backend, location);
      expect(acknowledged.size).toBeGreaterThan(0);
      // In every other round the next writer itself recovers from the kill.
      const store = await open(await inspectionOf(location, round % 2 === 1));
      await expectSound(store, acknowledged);
      await store.close();
    }
  },
  60_000 + rounds * 5_000,
);
