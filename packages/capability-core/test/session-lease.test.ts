import { describe, expect, it } from 'vitest';
import { LEASE_ACQUISITION_TIMEOUT_MS } from '../src/session/limits.js';
import {
  LeaseProviderDouble,
  ManualClock,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { openSession, publishPackageTool, rejectionOf } from './session-builders.js';
import { cursor } from './set-builders.js';

describe('the lease of a run', () => {
  it('is taken for each run and given back before its result', async () => {
    const { session, recorder } = openSession(
      new ScriptedModel(
        () => ScriptedModel.text('one'),
        () => ScriptedModel.text('two'),
      ),
    );
    const provider = new LeaseProviderDouble(cursor());
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    expect(provider.acquired).toBe(0);
    for (const times of [1, 2]) {
      await session.send('go');
      expect([provider.acquired, provider.released]).toEqual([times, times]);
    }
    const order = recorder.types.filter((type) => type.startsWith('lease-') || type.startsWith('run-'));
    expect(order.slice(0, 7)).toEqual([
      'lease-acquired',
      'run-admitted',
      'run-turn',
      'run-text',
      'run-turn',
      'lease-released',
      'run-closed',
    ]);
    await session.close();
  });

  it('that comes after the cancellation is given back, and that is told', async () => {
    const hold = new Semaphore();
    const { session, recorder } = openSession();
    const provider = new LeaseProviderDouble(cursor(), { hold });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const abort = new AbortController();
    const admission = session.admitCapabilityRun({ signal: abort.signal });
    abort.abort();
    expect(await rejectionOf(admission)).toMatchObject({ code: 'cancelled' });
    hold.add();
    await recorder.seen(({ type }) => type === 'late-lease');
    expect([provider.acquired, provider.released]).toEqual([1, 1]);
    expect(recorder.of('late-lease')).toMatchObject([{ error: null }]);
    await session.close();
  });

  it('that comes after the session was closed is given back', async () => {
    const hold = new Semaphore();
    const { session, recorder } = openSession();
    const provider = new LeaseProviderDouble(cursor(), { hold });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const spawned = session.spawnRun('go', { runId: 'r' });
    const closing = session.close();
    expect(await rejectionOf(spawned)).toMatchObject({ code: 'session-closed' });
    await closing;
    expect(session.runSnapshot('r')?.status).toBe('cancelled');
    hold.add();
    await recorder.seen(({ type }) => type === 'late-lease');
    expect(provider.released).toBe(1);
  });

  it('that does not come is given up after its time', async () => {
    const clock = new ManualClock();
    const { session } = openSession(new ScriptedModel(), { clock });
    const provider = new LeaseProviderDouble(cursor(), { hold: new Semaphore() });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const refusal = rejectionOf(session.admitCapabilityRun());
    let refused = false;
    void refusal.then(() => {
      refused = true;
    });
    await clock.advance(LEASE_ACQUISITION_TIMEOUT_MS - 1);
    expect(refused).toBe(false);
    await clock.advance(1);
    expect(await refusal).toMatchObject({ code: 'use-lease-acquisition' });
    await session.close();
  });
});
