import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PACKAGE_FOLDERS_MAX, REHEARSAL_MAX_BYTES, REHEARSALS_MAX } from '../limits.js';
import { readProject } from './read-project.js';

const SCRIPT = { turns: [{ text: 'Hello.' }] };

async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'packages'));
  await mkdir(join(folder, 'rehearsals'));
  return folder;
}

async function addRehearsal(folder: string, name: string, bytes = 0): Promise<string> {
  const path = join(folder, 'rehearsals', name);
  const text = JSON.stringify({ title: name, prompt: 'Say it.', script: SCRIPT });
  await writeFile(path, text.padEnd(bytes, ' '));
  return path;
}

function unreadable(path: string, reason: string) {
  return expect.objectContaining({
    code: 'project-unreadable',
    message: expect.stringContaining(reason),
    details: { path },
  });
}

it('names packages and rehearsals in the order of their files, whose numbers are no part of the names', async () => {
  const folder = await project();
  for (const name of ['b', 'a', '.hidden']) await mkdir(join(folder, 'packages', name));
  for (const name of ['2-second.json', '10-third.json', '1-first.json', 'notes.md']) {
    await addRehearsal(folder, name);
  }
  const { packages, rehearsals } = await readProject(folder);
  expect(packages).toEqual(['a', 'b'].map((name) => join(folder, 'packages', name)));
  expect(rehearsals.map(({ name }) => name)).toEqual(['first', 'third', 'second']);
});

it('reads as many package folders as its bound, and says so at one more', async () => {
  const folder = await project();
  for (let n = 1; n <= PACKAGE_FOLDERS_MAX; n += 1) await mkdir(join(folder, 'packages', `p${n}`));
  expect((await readProject(folder)).packages).toHaveLength(PACKAGE_FOLDERS_MAX);
  await mkdir(join(folder, 'packages', 'more'));
  await expect(readProject(folder)).rejects.toEqual(
    unreadable(join(folder, 'packages'), `at most ${PACKAGE_FOLDERS_MAX}`),
  );
});

it('reads as many rehearsals as its bound, and says so at one more', async () => {
  const folder = await project();
  for (let n = 1; n <= REHEARSALS_MAX; n += 1) await addRehearsal(folder, `r${n}.json`);
  expect((await readProject(folder)).rehearsals).toHaveLength(REHEARSALS_MAX);
  await addRehearsal(folder, 'more.json');
  await expect(readProject(folder)).rejects.toEqual(
    unreadable(join(folder, 'rehearsals'), `at most ${REHEARSALS_MAX}`),
  );
});

it('reads a rehearsal that is as long as its bound, and names one that is longer', async () => {
  const folder = await project();
  await addRehearsal(folder, 'long.json', REHEARSAL_MAX_BYTES);
  expect((await readProject(folder)).rehearsals).toHaveLength(1);
  const path = await addRehearsal(folder, 'longer.json', REHEARSAL_MAX_BYTES + 1);
  await expect(readProject(folder)).rejects.toEqual(unreadable(path, `at most ${REHEARSAL_MAX_BYTES}`));
});

it('names the file that is no rehearsal, and the folder that is no project', async () => {
  const folder = await project();
  const path = join(folder, 'rehearsals', 'odd.json');
  await writeFile(path, '{"title":"Odd"}');
  await expect(readProject(folder)).rejects.toEqual(unreadable(path, 'prompt'));
  const nowhere = join(folder, 'nowhere');
  await expect(readProject(nowhere)).rejects.toEqual(
    unreadable(join(nowhere, 'packages'), 'cannot be listed'),
  );
});
