import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { copiedFolder } from '../harness/copied-folder.js';
import { expect, test } from '../harness/fixtures.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { RunsScreen } from '../harness/runs-screen.js';
import { TranscriptScreen } from '../harness/transcript-screen.js';

test.use({ begin: 'fresh' });

test('a run goes on with what it began with while its package is edited, upgraded and deleted on disk', async ({
  environment,
  openConsole,
}) => {
  const first = await (await openConsole()).ready();
  const { page, mainPid } = first;
  const source = join(environment.app, 'demo/packages/field-notes-1.0.0');
  const folder = await copiedFolder(environment, source, 'field-notes');
  let packages = await PackagesScreen.open(page);
  await packages.install(folder, { allow: ['notebook'] });
  await (await CapabilitiesScreen.open(page)).apply(1);
  let runs = await RunsScreen.open(page);
  const old = await runs.start('Hold the notebook');
  await expect(runs.row(old)).toContainText('waiting for you');

  await edit(join(folder, '.claude-plugin/plugin.json'), '1.0.0', '1.0.1');
  await edit(join(folder, '.mcp.json'), 'in pencil', 'in chalk');
  await edit(join(folder, 'skills/take-notes/SKILL.md'), 'in pencil', 'in chalk');
  packages = await PackagesScreen.open(page);
  await packages.install(folder, { allow: ['notebook'] });
  await (await CapabilitiesScreen.open(page)).apply(2);
  await rm(folder, { recursive: true });

  runs = await RunsScreen.open(page);
  const fresh = await runs.start('Look up a skill');
  await expect(runs.row(fresh)).toContainText('completed');
  await expect(runs.part('Answer')).toContainText('# Take notes, in chalk');
  await runs.select(old);
  await runs.inspector.getByRole('button', { name: 'Continue run' }).click();
  await expect(runs.row(old)).toContainText('completed');
  await expect(runs.part('Answer')).toContainText('1.0.0, in pencil');
  const transcript = await TranscriptScreen.open(page, old);
  await expect(await transcript.result('Skill')).toContainText('# Take notes, in pencil');
  await expect(transcript.steps).not.toContainText('in chalk');

  packages = await PackagesScreen.open(page);
  await expect(packages.row('field-notes 1.0.1')).toContainText('in force');
  await expect(packages.row('field-notes 1.0.0')).toContainText('kept');
  expect(await first.quit()).toBe(0);

  // What is in force was never the folder's: the next start needs none.
  const second = await (await openConsole()).ready();
  await expect(async () => {
    expect((await notebookServers(second.mainPid)).map(({ edition }) => edition)).toEqual([
      '1.0.0, in chalk',
    ]);
  }).toPass();
  expect(mainPid).not.toBe(second.mainPid);
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} says nothing of ${from}`);
  await writeFile(file, text.replaceAll(from, to));
}
