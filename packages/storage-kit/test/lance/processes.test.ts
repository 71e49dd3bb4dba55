import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { StateStore } from '../../src/index.js';
import { compiledModules } from '../compiled-modules.js';
import { lanceFolder, openLance } from './lance-folder.js';

let modules = '';
const killRounds = Number(process.env['CHANGEOVER_CRASH_ROUNDS'] ?? 2);
const longestLifeMs = 300;
const writers = ['a', 'b'];

beforeAll(async () => {
  modules = pathToFileURL(await compiledModules()).href;
}, 60_000);

type Line = readonly number[];

interface StoreProcess {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly lines: readonly Line[];
  /** Resolves when it has said something. */
  readonly first: Promise<unknown>;
  readonly exited: Promise<readonly unknown[]>;
}

function start(role: string, location: string, name: string, count: number): StoreProcess {
  const program = fileURLToPath(new URL('store-process.mjs', import.meta.url));
  const args = [program, modules, role, location, name, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: Line[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line.split(' ').map(Number)));
  const exited = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(([outcome]) => outcome);
  return { child, lines, first: Promise.race([once(reader, 'line'), exited]), exited };
}

test('processes that raise one counter at once, in a folder that none of them found, lose nothing, and a watch elsewhere sees each commit once in order', async () => {
  const location = await lanceFolder();
  const rounds = 10;
  const raising = ['a', 'b', 'c'].map((name) => start('raise', location, name, rounds));
  const watching = start('watch', location, 'w', rounds * raising.length);
  for (const { exited } of [...raising, watching]) expect(await exited).toEqual([0, null]);
  const commits = raising.flatMap(({ lines }) => lines).sort(([left = 0], [right = 0]) => left - right);
  expect(commits).toEqual(
    Array.from({ length: rounds * raising.length }, (_, index) => [index + 1, index + 1]),
  );
  expect(watching.lines).toEqual(commits);
});

async function valuesOf(store: StateStore, namespace: string): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.list({ namespace, limit: 1000, ...(after === '' ? {} : { after }) });
    for (const { record } of page.snapshots) values.set(record.key.key, record.value);
    after = page.next;
  }
  return values;
}

test(
  `writers killed at ${killRounds} random moments lose no acknowledged commit and leave no half of one, in the head or beside it`,
  async () => {
    const location = await lanceFolder();
    await (await openLance({ location })).close();
    for (let round = 0; round < killRounds; round += 1) {
      const killed = writers.map((name) => start('write', location, name, 0));
      await Promise.all(killed.map(({ first }) => first));
      setTimeout(() => {
        for (const { child } of killed) child.kill('SIGKILL');
      }, Math.random() * longestLifeMs);
      for (const { exited } of killed) expect(await exited).toEqual([null, 'SIGKILL']);
      await using store = await openLance({ location });
      const heads = await valuesOf(store, 'head');
      const expected: string[] = [];
      for (const [index, name] of writers.entries()) {
        const stored = Number(heads.get(name));
        const acknowledged = killed[index]?.lines.at(-1)?.[0] ?? 0;
        // At most the one commit under way took effect without being acknowledged.
        expect([acknowledged, acknowledged + 1]).toContain(stored);
        for (let each = 1; each <= stored; each += 1) expected.push(`${name}/${each}`);
      }
      for (const namespace of ['left', 'right']) {
        expect([...(await valuesOf(store, namespace)).keys()].sort()).toEqual(expected.sort());
      }
    }
  },
  60_000 + killRounds * 10_000,
);
