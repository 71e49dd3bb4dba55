import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commands } from '../../src/command-line/commands.js';
import { exitCodes } from '../../src/command-line/exit-code.js';
import { commitValue, openOnDisk } from '../disk-store.js';
import { SimulatedDisk } from '../simulated-disk.js';
import { damage, indexIn, runOnDisk } from './run-on-disk.js';

const location = '/srv/state.sqlite';

async function readme(): Promise<string> {
  return readFile(new URL('../../README.md', import.meta.url), 'utf8');
}

/** Six commits, the fourth of them damaged in the journal. */
async function damagedStore(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk, { location });
  for (const key of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
    await commitValue(store, key, `value of ${key}`);
  }
  const journal = `${location}.segment-00000001`;
  damage(disk, journal, indexIn(disk, journal, 'value of fourth'));
  return disk;
}

test('the README shows a session as it really is', async () => {
  const session = /```console\n(.*?)```/s.exec(await readme())?.[1] ?? '';
  const disk = await damagedStore();
  let real = '';
  for (const [line, args = ''] of session.matchAll(/^\$ storage-kit (.*)$/gm)) {
    const { output, messages, exitCode } = await runOnDisk(disk, args.split(' '));
    real += `${line}\n${output}${messages}$ echo $?\n${exitCode}\n`;
  }
  expect(session).toBe(real);
  expect(session).toContain('recover');
});

test('the README names every command with its options, and every exit code', async () => {
  const text = await readme();
  for (const { name, options } of Object.values(commands)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name} <path>`));
    for (const option of Object.keys(options)) expect(row).toContain(`--${option}`);
  }
  for (const code of Object.values(exitCodes)) expect(text).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
});
