import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { killHard } from '../harness/process-status.js';
import { RunsScreen } from '../harness/runs-screen.js';
import { TranscriptScreen } from '../harness/transcript-screen.js';

const LONG_CALL = 'trigger-long-running-operation';

test('a server that is killed from outside in the middle of a call fails that call with a reason, leaves no process, and the next batch starts another', async ({
  openConsole,
}) => {
  const desktop = await (await openConsole()).ready();
  const { page, mainPid } = desktop;
  const before = only(await notebookServers(mainPid));
  let runs = await RunsScreen.open(page);
  const run = await runs.start('Wait for the heron');
  await expect(runs.part('Last tool call')).toContainText(LONG_CALL);
  await expect(runs.part('Last tool call')).toContainText('running');

  await killHard(before.pid);
  await expect(runs.row(run)).toContainText('completed');
  await expect(runs.row(run)).toContainText('released');
  await expect(runs.part('Last tool call')).toContainText('failed');
  await expect(runs.part('State')).toContainText('clean');
  const transcript = await TranscriptScreen.open(page, run);
  await expect(transcript.call(LONG_CALL)).toContainText('failed');
  await expect(await transcript.result(LONG_CALL)).toContainText('the server exited by SIGKILL');
  expect(await notebookServers(mainPid)).toEqual([]);

  const screen = await CapabilitiesScreen.open(page);
  await screen.apply(2);
  const after = only(await notebookServers(mainPid));
  expect(after.pid).not.toBe(before.pid);
  runs = await RunsScreen.open(page);
  const next = await runs.start('Take one note');
  await expect(runs.row(next)).toContainText('completed');
  await expect(runs.row(next)).toContainText('generation 2');
  await expect(runs.part('Answer')).toContainText('1.0.0, in pencil');
});

function only<T>(found: readonly T[]): T {
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) throw new Error(`One was expected, not ${found.length}`);
  return one;
}
