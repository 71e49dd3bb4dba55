import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compiledModules } from '../compiled-modules.js';
import { openStore, runSql, storeOptions } from './test-database.js';

const processes = 3;
const rounds = 6;
const commits = processes * rounds * 4;

/** Runs a program in a process of its own; the lines that it reported, as words. */
async function runProgram(
  modules: string,
  name: string,
  options: object,
  count: number,
): Promise<readonly string[][]> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const args = [program, pathToFileURL(modules).href, JSON.stringify(options), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

test('processes that raise the same counters lose nothing, and one that watches sees each commit once, in order', async () => {
  const modules = await compiledModules();
  const options = storeOptions();
  const store = await openStore(options);
  const [seen, ...reports] = await Promise.all([
    runProgram(modules, 'watching-reader.mjs', options, commits),
    ...Array.from({ length: processes }, () => runProgram(modules, 'counting-writer.mjs', options, rounds)),
  ]);

  for (const [counter, writers] of [
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ] as const) {
    const total = processes * rounds * writers;
    const ascending = Array.from({ length: total }, (_, index) => index + 1);
    const raised = reports
      .flat()
      .filter(([name]) => name === counter)
      .map(([, value]) => Number(value));
    expect(raised.sort((left, right) => left - right)).toEqual(ascending);
    expect(seen.filter(([name]) => name === counter).map(([, value]) => Number(value))).toEqual(ascending);
  }
  expect(seen.map(([, , revision]) => Number(revision))).toEqual(
    Array.from({ length: commits }, (_, index) => index + 1),
  );
  expect(await store.stats()).toMatchObject({ revision: commits });
});

test('commits of one process that wait at the same time share one commit of the server', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  const writers = 64;
  const raise = (writer: number) =>
    store.transact((transaction) =>
      transaction.put({ key: { namespace: 'n', key: `k${writer}` }, value: writer }),
    );
  await Promise.all(Array.from({ length: writers }, (_, writer) => raise(writer)));
  const [row] = await runSql(
    `SELECT count(*)::int AS groups, max(revision)::int AS last FROM ${options.schema}.commits`,
  );
  expect(row).toMatchObject({ last: writers });
  expect(row?.['groups']).toBeLessThan(writers / 4);
});
