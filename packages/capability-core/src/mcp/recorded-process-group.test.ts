import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { livingGroupMembers, processStartTime } from './process-table.js';
import { endRecordedProcessGroup } from './recorded-process-group.js';

const STUBBORN = fileURLToPath(new URL('../../test/fixtures/mcp/stubborn-child.mjs', import.meta.url));
const QUICK = { terminateGraceMs: 50, killGraceMs: 2_000 };

/** A group whose leader ignores SIGTERM, as a host that was killed would leave it. */
async function leaveGroup() {
  const leader = spawn(process.execPath, [STUBBORN], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(leader, 'exit');
  await once(leader.stdout, 'data');
  const pid = leader.pid ?? 0;
  return { leader, exited, pid, startTime: await processStartTime(pid) };
}

describe('endRecordedProcessGroup', () => {
  it('ends the group when process id and start time match, and says later that it is gone', async () => {
    const record = await leaveGroup();
    expect(await endRecordedProcessGroup(record, QUICK)).toEqual({ outcome: 'ended' });
    expect(await livingGroupMembers(record.pid)).toEqual([]);
    await record.exited;
    expect(await endRecordedProcessGroup(record, QUICK)).toEqual({ outcome: 'not-running', survivors: [] });
  });

  it('leaves a process with another start time alone', async () => {
    const record = await leaveGroup();
    try {
      const older = { pid: record.pid, startTime: `${record.startTime}0` };
      expect(await endRecordedProcessGroup(older, QUICK)).toEqual({ outcome: 'other-process' });
      expect(await livingGroupMembers(record.pid)).toEqual([record.pid]);
    } finally {
      record.leader.kill('SIGKILL');
      await record.exited;
    }
  });

  it('touches nothing without a start time', async () => {
    expect(await endRecordedProcessGroup({ pid: process.pid, startTime: null })).toEqual({
      outcome: 'unsupported',
    });
  });
});
