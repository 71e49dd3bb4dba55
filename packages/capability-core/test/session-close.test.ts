import { describe, expect, it } from 'vitest';
import { CountingEffect, FailingEffect, RecordingTool, ScriptedModel } from '../src/testing/index.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';

describe('closing a session', () => {
  it('reports an effect that does not close, and closes once', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(
      toolBatch(1, [new RecordingTool('a')], new FailingEffect('test.stuck')),
    );
    await Promise.all([session.close(), session.close(), session[Symbol.asyncDispose]()]);
    expect(recorder.of('session-closed')).toMatchObject([
      {
        report: { retiredBatches: 1, effectsFailed: 1, clean: false, failures: [{ name: 'test.stuck' }] },
        runsLeft: 0,
      },
    ]);
    expect(recorder.types.filter((type) => type === 'session-closing')).toHaveLength(1);
    expect(session.closed).toBe(true);
    expect(session.capabilityCatalogStamp.generation).toBe(1);
  });

  it('waits for a run that is admitted at that moment', async () => {
    const { session, recorder } = openSession(new ScriptedModel(() => ScriptedModel.text('too late')));
    session.subscribe((event) => {
      if (event.type === 'run-admitted') void session.close();
    });
    expect(await rejectionOf(session.send('go'))).toMatchObject({ code: 'run-cancelled' });
    await recorder.seen(({ type }) => type === 'session-closed');
    expect(recorder.of('session-closed')).toMatchObject([{ runsLeft: 0 }]);
    expect(recorder.types.indexOf('run-closed')).toBeLessThan(recorder.types.indexOf('session-closed'));
  });

  it('takes the effects of its generation even if a run still holds it, but not those of an older one', async () => {
    const { session } = openSession();
    const [older, current] = [new CountingEffect(), new CountingEffect()];
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], older));
    const onOlder = await session.admitCapabilityRun();
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')], current));
    const onCurrent = await session.admitCapabilityRun();
    await session.close();
    expect([older.closed, current.closed]).toEqual([0, 1]);
    expect(onOlder.signal.aborted).toBe(true);
    for (const run of [onOlder, onCurrent]) {
      await run[Symbol.asyncDispose]();
    }
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
    expect([older.closed, current.closed]).toEqual([1, 1]);
  });
});
