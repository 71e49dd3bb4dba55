import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { exportChunkBytes } from '../../src/command-line/command-line-tuning.js';
import { exportChunks } from '../../src/command-line/export-chunks.js';
import {
  importBatchBytes,
  importBatchRecords,
  maxExportLineBytes,
  maxTransactionChanges,
} from '../../src/limits.js';
import { stateKey } from '../../src/model/state-key.js';
import { createDatabase } from '../../src/sqlite/snapshot-schema.js';
import { loadEngine } from '../../src/sqlite/sqlite-engine.js';
import { SqliteTable } from '../../src/sqlite/sqlite-table.js';
import { commitValue, openOnDisk, readValue, snapshotPath } from '../disk-store.js';
import { SimulatedDisk, systemError } from '../simulated-disk.js';
import { temporaryFolder } from '../temporary-folder.js';
import {
  chunksOf,
  damage,
  diskWithStore,
  documentOnDisk,
  fingerprint,
  indexIn,
  runOnDisk,
} from './run-on-disk.js';

const header = '{"format":"storage-kit-export","version":1,"revision":9}\n';
const line = (key: string, value = '1') =>
  `{"namespace":"test","key":"${key}","value":${value},"revision":1}\n`;
const trailer = (records: number) => `{"records":${records}}\n`;
const sound = `${header}${line('a')}${line('b')}${trailer(2)}`;

async function exported(disk: SimulatedDisk, ...options: readonly string[]): Promise<readonly string[]> {
  const { output, exitCode } = await runOnDisk(disk, ['export', snapshotPath, ...options]);
  expect(exitCode).toBe(0);
  return output.trimEnd().split('\n');
}

function imported(disk: SimulatedDisk, text: string | Uint8Array, ...options: readonly string[]) {
  return documentOnDisk(disk, ['import', snapshotPath, ...options], { input: chunksOf(text) });
}

async function mixedStore(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  for (const [namespace, key] of [
    ['test', 'b'],
    ['test', '\u{1F600}'],
    ['test', '\uFFFD'],
    ['alpha', 'a'],
    ['test', 'a/1'],
  ] as const) {
    const transaction = await store.beginTransaction();
    await transaction.put({ key: stateKey(namespace, key), value: { ['__proto__']: [key, null, 1.5] } });
    await transaction.commit();
  }
  await store.close();
  return disk;
}

describe('export', () => {
  test('writes a header, a line per record in the order of the keys, and a trailer with their count', async () => {
    expect(await exported(await mixedStore())).toEqual([
      '{"format":"storage-kit-export","version":1,"revision":5}',
      '{"namespace":"alpha","key":"a","value":{"__proto__":["a",null,1.5]},"revision":4}',
      '{"namespace":"test","key":"a/1","value":{"__proto__":["a/1",null,1.5]},"revision":5}',
      '{"namespace":"test","key":"b","value":{"__proto__":["b",null,1.5]},"revision":1}',
      '{"namespace":"test","key":"\uFFFD","value":{"__proto__":["\uFFFD",null,1.5]},"revision":3}',
      '{"namespace":"test","key":"\u{1F600}","value":{"__proto__":["\u{1F600}",null,1.5]},"revision":2}',
      '{"records":5}',
    ]);
  });

  test('of one namespace or one prefix says so in its header', async () => {
    const disk = await mixedStore();
    const [first, ...rest] = await exported(disk, '--namespace', 'test', '--prefix', 'a');
    expect(first).toBe(
      '{"format":"storage-kit-export","version":1,"revision":5,"namespace":"test","prefix":"a"}',
    );
    expect(rest).toEqual([expect.stringContaining('"a/1"'), '{"records":1}']);
    expect(await exported(disk, '--prefix', 'a')).toHaveLength(4);
    expect(await exported(disk, '--namespace', 'none')).toHaveLength(2);
  });

  test('reads the journal too, and changes no file', async () => {
    const disk = await diskWithStore();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    expect(await exported(disk)).toHaveLength(10);
    expect(fingerprint(disk)).toEqual(before);
  });

  test('to a file leaves it whole, and nothing else', async () => {
    const disk = await diskWithStore();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = Object.keys(disk.files);
    expect(await documentOnDisk(disk, ['export', snapshotPath, '--output', '/disk/out.jsonl'])).toMatchObject(
      {
        command: 'export',
        exitCode: 0,
        output: '/disk/out.jsonl',
        records: 8,
        revision: 8,
      },
    );
    expect(Object.keys(disk.files)).toEqual([...before, '/disk/out.jsonl']);
    expect(
      Buffer.from(disk.files['/disk/out.jsonl'] ?? '')
        .toString()
        .split('\n'),
    ).toEqual([...(await exported(disk)), '']);
    disk.losePower();
    expect(disk.files['/disk/out.jsonl']).toBeDefined();
  });

  test('replaces a file only when told to', async () => {
    const disk = await diskWithStore();
    const other = Buffer.from('of somebody');
    disk.replace('/disk/out', other);
    const args = ['export', snapshotPath, '--output', '/disk/out'];
    expect(await documentOnDisk(disk, args)).toMatchObject({ exitCode: 4, code: 'already-exists' });
    expect(disk.files['/disk/out']).toEqual(other);
    const { output } = await runOnDisk(disk, [...args, '--force']);
    expect(output).toContain('8 records of revision 8 are in /disk/out');
    expect(disk.files['/disk/out']).not.toEqual(other);
  });

  test('does not replace a file that came meanwhile', async () => {
    const disk = await diskWithStore();
    const other = Buffer.from('of somebody');
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'link' && path === '/disk/out') disk.replace('/disk/out', other);
    };
    expect(await documentOnDisk(disk, ['export', snapshotPath, '--output', '/disk/out'])).toMatchObject({
      code: 'already-exists',
    });
    expect(disk.files['/disk/out']).toEqual(other);
  });

  test('never replaces a file of the store itself', async () => {
    const disk = await diskWithStore();
    for (const name of ['', '.lock', '.draft', '.segment-00000007']) {
      const args = ['export', snapshotPath, '--force', '--output', `${snapshotPath}${name}`];
      expect(await documentOnDisk(disk, args)).toMatchObject({ exitCode: 2 });
    }
  });

  test('that does not fit on the disk leaves nothing', async () => {
    const disk = await diskWithStore();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'sync' && path.startsWith('/disk/out')) throw systemError('ENOSPC', path);
    };
    expect(await documentOnDisk(disk, ['export', snapshotPath, '--output', '/disk/out'])).toMatchObject({
      code: 'io',
    });
    expect(fingerprint(disk)).toEqual(before);
  });

  test('of a record that is none ends as damaged, without a trailer', async () => {
    const disk = await diskWithStore();
    damage(disk, snapshotPath, indexIn(disk, snapshotPath, '"value of b"'));
    const { exitCode, output, messages } = await runOnDisk(disk, ['export', snapshotPath]);
    expect(exitCode).toBe(1);
    expect(output).not.toContain('"records"');
    expect(messages).toContain('test/b is no JSON');
  });

  test('of a record that no store accepts ends as damaged too', async () => {
    const database = createDatabase(await loadEngine(undefined));
    const deep = `${'['.repeat(513)}${']'.repeat(513)}`;
    database.run("INSERT INTO records (namespace, key, value, revision) VALUES ('n', 'k', ?, 1)", [deep]);
    const disk = new SimulatedDisk();
    disk.replace(snapshotPath, database.export());
    database.close();
    expect(await documentOnDisk(disk, ['export', snapshotPath, '--output', '/disk/out'])).toMatchObject({
      exitCode: 1,
      code: 'corrupt',
      key: { namespace: 'n', key: 'k' },
    });
  });

  test('comes in pieces of bounded size, whole lines each, made only when they are asked for', async () => {
    const table = new SqliteTable(createDatabase(await loadEngine(undefined)));
    const text = JSON.stringify('x'.repeat(exportChunkBytes / 4));
    const changes = Array.from({ length: 24 }, (_, number) => ({
      key: stateKey('test', `k${number}`),
      text,
    }));
    table.apply([{ revision: 1, changes }]);
    const scan = vi.spyOn(table, 'scan');
    const chunks = exportChunks(table, { namespace: undefined, prefix: '' });
    expect(scan).not.toHaveBeenCalled();
    let lines = 0;
    for (const { bytes } of chunks) {
      expect(bytes.length).toBeLessThan(exportChunkBytes + text.length + 200);
      expect(bytes.at(-1)).toBe('\n'.charCodeAt(0));
      lines += bytes.filter((byte) => byte === '\n'.charCodeAt(0)).length;
    }
    expect(lines).toBe(26);
    table.close();
  });

  test.each([
    [['--namespace', 'Upper'], /Namespace "Upper" is refused/],
    [['--prefix', 'a\u0007'], /control character/],
    [['--json'], /--output/],
  ])('refuses %j', async (options, message) => {
    const { exitCode, output, messages } = await runOnDisk(await diskWithStore(), [
      'export',
      snapshotPath,
      ...options,
    ]);
    expect(exitCode).toBe(2);
    expect(output + messages).toMatch(message);
  });
});

describe('import', () => {
  test('into a new store brings back everything that was exported', async () => {
    const disk = await mixedStore();
    const text = `${(await exported(disk)).join('\n')}\n`;
    const copy = new SimulatedDisk();
    expect(await imported(copy, text)).toMatchObject({
      command: 'import',
      exitCode: 0,
      records: 5,
      revision: 1,
    });
    expect(Object.keys(copy.files)).toEqual([snapshotPath]);
    const strip = (lines: readonly string[]) =>
      lines.slice(1).map((each) => each.replace(/"revision":\d+/, ''));
    expect(strip(await exported(copy))).toEqual(strip(await exported(disk)));
    copy.losePower();
    expect(await exported(copy)).toHaveLength(7);
  });

  test('takes chunks that end anywhere, and a last line without an end', async () => {
    const bytes = Buffer.from(`${header}${line('ä\u{1F600}')}${trailer(1)}`.trimEnd());
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    const disk = new SimulatedDisk();
    const { exitCode } = await runOnDisk(disk, ['import', snapshotPath], { input: chunksOf(...chunks) });
    expect(exitCode).toBe(0);
    expect(await readValue(await openOnDisk(disk), 'ä\u{1F600}')).toBe(1);
  });

  test('from a file', async () => {
    const file = join(await temporaryFolder(), 'in.jsonl');
    await writeFile(file, sound);
    const disk = new SimulatedDisk();
    const { output } = await runOnDisk(disk, ['import', snapshotPath, '--input', file]);
    expect(output).toContain('2 records imported');
    expect(await readFile(file, 'utf8')).toBe(sound);
    expect(
      await documentOnDisk(new SimulatedDisk(), ['import', snapshotPath, '--input', `${file}.none`]),
    ).toMatchObject({ exitCode: 4, code: 'io', file: `${file}.none`, importedRecords: 0 });
  });

  test('of more records than one transaction takes brings all of them', async () => {
    const count = maxTransactionChanges + 1;
    const keys = Array.from({ length: count }, (_, number) => `k${String(number).padStart(6, '0')}`);
    const disk = new SimulatedDisk();
    const text = `${header}${keys.map((key) => line(key)).join('')}${trailer(count)}`;
    expect(await imported(disk, text)).toMatchObject({
      records: count,
      revision: Math.ceil(count / importBatchRecords),
    });
  });

  test.each([
    ['has reached its bound takes no further record', importBatchBytes / 2, 2],
    ['is a byte short of its bound takes another record', importBatchBytes / 2 - 1, 1],
  ])('in transactions: one whose values %s', async (_name, bytes, revision) => {
    const value = (size: number) => `"${'x'.repeat(size - 2)}"`;
    const records = [line('a', value(bytes)), line('b', value(importBatchBytes / 2)), line('c')];
    expect(await imported(new SimulatedDisk(), `${header}${records.join('')}${trailer(3)}`)).toMatchObject({
      records: 3,
      revision,
    });
  });

  test('into a store with records is refused, unless they are to be merged', async () => {
    const disk = await diskWithStore();
    const before = fingerprint(disk);
    expect(await imported(disk, sound)).toMatchObject({ exitCode: 4, code: 'already-exists' });
    disk.replace(`${snapshotPath}.lock`, undefined);
    delete (before as Record<string, string>)[`${snapshotPath}.lock`];
    expect(fingerprint(disk)).toEqual(before);
    expect(await imported(disk, sound, '--merge')).toMatchObject({ exitCode: 0, records: 2, revision: 9 });
    const store = await openOnDisk(disk);
    expect(await readValue(store, 'a')).toBe(1);
    expect(await readValue(store, 'c')).toBe('value of c');
  });

  test('into a store that is empty by now goes on with its revisions', async () => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk);
    await commitValue(store, 'a', 1);
    const transaction = await store.beginTransaction();
    await transaction.delete(stateKey('test', 'a'));
    await transaction.commit();
    await store.close();
    expect(await imported(disk, sound)).toMatchObject({ exitCode: 0, revision: 3 });
  });

  const many = Array.from({ length: importBatchRecords + 1 }, (_, number) => line(`m${1000 + number}`)).join(
    '',
  );

  test('that fails into a new store leaves nothing behind', async () => {
    const disk = new SimulatedDisk();
    expect(await imported(disk, `${header}${many}nonsense\n`)).toMatchObject({
      exitCode: 4,
      code: 'invalid-input',
      line: importBatchRecords + 3,
    });
    expect(disk.files).toEqual({});
  });

  test('that fails into an existing store says which records are in, and how to go on', async () => {
    const disk = await diskWithStore();
    const document = await imported(disk, `${header}${many}nonsense\n`, '--merge');
    expect(document).toMatchObject({
      code: 'invalid-input',
      importedRecords: importBatchRecords,
      message: expect.stringMatching(/first 1,000 records of it, up to test\/m1999, are in.*--merge/),
    });
    expect(
      await imported(disk, `${header}${many}${trailer(importBatchRecords + 1)}`, '--merge'),
    ).toMatchObject({
      records: importBatchRecords + 1,
    });
  });

  test('that a crash interrupted leaves no store, and the next one clears its files away', async () => {
    const disk = new SimulatedDisk();
    let left = 12;
    disk.beforeStep = () => {
      left -= 1;
      if (left < 0) throw new Error('crashed');
    };
    await runOnDisk(disk, ['import', snapshotPath], { input: chunksOf(sound) });
    disk.beforeStep = () => undefined;
    expect(disk.files[snapshotPath]).toBeUndefined();
    expect(await imported(disk, sound)).toMatchObject({ exitCode: 0 });
    expect(Object.keys(disk.files)).toEqual([snapshotPath]);
  });

  test('that a signal interrupts says so, releases the store, and leaves nothing of a new one', async () => {
    const disk = new SimulatedDisk();
    const interruption = new AbortController();
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(header);
      interruption.abort();
      yield Buffer.from(line('a'));
      interruption.signal.throwIfAborted();
    }
    const document = await documentOnDisk(disk, ['import', snapshotPath], {
      input: input(),
      signal: interruption.signal,
    });
    expect(document).toMatchObject({ exitCode: 130, code: 'interrupted', importedRecords: 0 });
    expect(disk.files).toEqual({});
  });

  test.each([
    ['an empty file', '', 1, /cut short/],
    ['no export', '{"a":1}\n', 1, /first line of a storage-kit-export/],
    ['an export without its end', `${header}${line('a')}`, 3, /after 1 records its last line is missing/],
    ['something behind its end', `${sound}{}\n`, 5, /follows the last line/],
    ['a count that is wrong', `${header}${line('a')}${trailer(2)}`, 3, /counts 2 records, but 1 came/],
    ['what is no JSON', `${header}{"a\n`, 2, /no JSON/],
    ['what is no object', `${header}[1]\n`, 2, /no JSON object/],
    ['an unknown name', `${header}{"namespace":"test","key":"a","value":1,"revision":1,"x":1}\n`, 2, /"x"/],
    ['a record without a value', `${header}{"namespace":"test","key":"a","revision":1}\n`, 2, /no namespace/],
    ['a revision that is none', `${header}${line('a').replace('n":1', 'n":0')}`, 2, /from 1 to 9/],
    ['a revision beyond the last', `${header}${line('a').replace('n":1', 'n":10')}`, 2, /from 1 to 9/],
    [
      'a bad namespace',
      `${header}${line('a').replace('"test"', '"Test"')}`,
      2,
      /Namespace "Test" is refused/,
    ],
    ['a key with a control character', `${header}${line('a\\u0001')}`, 2, /control character/],
    ['half of a surrogate pair', `${header}${line('a', '"\\ud800"')}`, 2, /surrogate/],
    ['a number beyond all numbers', `${header}${line('a', '1e999')}`, 2, /number Infinity/],
    ['a key that comes twice', `${header}${line('a')}${line('a')}`, 3, /does not come after/],
    ['keys out of order', `${header}${line('b')}${line('a')}`, 3, /does not come after/],
    ['a header that is wrong', header.replace('"revision":9', '"revision":-1'), 1, /its version, revision/],
    ['bytes that are no UTF-8', Buffer.from([...Buffer.from(header), 0xff, 0x0a]), 2, /not UTF-8/],
  ])('refuses %s, and names the line', async (_name, text, lineNumber, message) => {
    const disk = new SimulatedDisk();
    expect(await imported(disk, text)).toMatchObject({
      exitCode: 4,
      code: 'invalid-input',
      line: lineNumber,
      message: expect.stringMatching(message),
    });
    expect(disk.files).toEqual({});
  });

  test('refuses a newer version as what it is', async () => {
    expect(await imported(new SimulatedDisk(), header.replace('"version":1', '"version":2'))).toMatchObject({
      exitCode: 4,
      code: 'unsupported-format',
    });
  });

  test('takes a line of the greatest length, and none that is longer', async () => {
    const long = (bytes: number) => `${line('a').trimEnd().padEnd(bytes)}\n`;
    const text = (bytes: number) => `${header}${long(bytes)}${trailer(1)}`;
    expect(await imported(new SimulatedDisk(), text(maxExportLineBytes))).toMatchObject({ exitCode: 0 });
    expect(await imported(new SimulatedDisk(), text(maxExportLineBytes + 1))).toMatchObject({
      code: 'invalid-input',
      line: 2,
    });
  });
});
