import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { summary } from '../../measure.mjs';
import { row } from '../../row.mjs';

const rounds = 3;
const subject = 'storage-kit sqlite (fsync)';
const program = fileURLToPath(new URL('large-store-process.mjs', import.meta.url));

/** A store of 100,000 records of 1 KiB, each step in a process of its own, which tells what it measured. */
export async function largeStore(makeFolder) {
  const folders = [];
  for (let round = 0; round < rounds; round += 1) folders.push(await makeFolder());
  const results = {};
  for (const step of ['fill', 'open', 'use', 'open-journal']) {
    for (const folder of folders) {
      for (const [name, value] of Object.entries(await report(step, folder))) {
        results[name] ??= [];
        results[name].push(value);
      }
    }
  }
  const targets = {
    'open after a clean close, ms': 1000,
    'memory after opening, times the data': 3,
    'open with a full journal, ms': 4000,
    'longest block of the event loop in a checkpoint, ms': 50,
  };
  const rows = [];
  for (const [name, values] of Object.entries(results)) {
    const [label, unit] = name.split(', ');
    const measured = { [subject]: summary(values) };
    const most = targets[name];
    const value = measured[subject].median;
    const relation =
      most === undefined ? undefined : { ratio: null, target: `<= ${most}`, met: value <= most };
    rows.push(row(`100,000 records: ${label}`, subject, measured, unit, relation));
  }
  return rows;
}

async function report(step, folder) {
  const child = spawn(process.execPath, ['--expose-gc', program, step, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${step} of a large store ended with code ${code}`);
  return JSON.parse(text);
}
