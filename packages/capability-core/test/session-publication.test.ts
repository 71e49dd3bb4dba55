import { describe, expect, it } from 'vitest';
import { type AgentSession, SessionCapabilityBatch } from '../src/index.js';
import {
  CountingEffect,
  FailingAdapter,
  HeldAdapter,
  ManualClock,
  ReadyAdapter,
  RecordingTool,
  ScriptedModel,
} from '../src/testing/index.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';
import { idIn, toolSet, toolValue } from './set-builders.js';

describe('publishing a batch', () => {
  it('moves the stamp by one and tells each step', async () => {
    const { session, recorder } = openSession();
    const before = session.capabilityCatalogStamp;
    const set = toolSet(1, ['base', 'top'], { top: ['base'] });
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'base'), new ReadyAdapter(toolValue('base'), new CountingEffect()));
    batch.stageValue(idIn(set, 'top'), toolValue('top'));
    const receipt = await session.applyCapabilityBatch(batch);
    expect(receipt).toEqual({ previous: before, committed: { generation: 1, digest: set.digest } });
    expect(session.capabilityCatalogStamp).toEqual(receipt.committed);
    expect(recorder.types).toEqual([
      'session-opened',
      'batch-staged',
      'capability-preparing',
      'capability-prepared',
      'capability-preparing',
      'capability-prepared',
      'batch-validated',
      'batch-committed',
      'generation-published',
      'generation-retired',
    ]);
    expect(recorder.of('batch-staged')).toMatchObject([
      {
        target: { generation: 1, digest: set.digest },
        base: before,
        waves: [['host/host:tool:base'], ['host/host:tool:top']],
        capabilities: [
          { id: 'host/host:tool:base', kind: 'tool', publicName: 'base' },
          { id: 'host/host:tool:top', kind: 'tool', publicName: 'top' },
        ],
      },
    ]);
    expect(recorder.of('capability-prepared').map(({ effects }) => effects)).toEqual([1, 0]);
    expect(
      new Set(recorder.events.flatMap((event) => ('batchId' in event ? [event.batchId] : []))),
    ).toHaveProperty('size', 1);
    expect(recorder.of('generation-published')).toMatchObject([
      { stamp: { generation: 1 }, previous: { generation: 0 }, useGeneration: null },
    ]);
    expect(JSON.parse(JSON.stringify(recorder.events))).toEqual(recorder.events);
    await session.close();
  });

  it('retires the generation before, whose effects wait to be drained', async () => {
    const { session, recorder } = openSession();
    const [first, second] = [new CountingEffect(), new CountingEffect()];
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], first));
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')], second));
    expect(
      recorder.of('generation-retired').map(({ stamp, effects }) => [stamp.generation, effects]),
    ).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(recorder.of('cleanup-queued')).toMatchObject([{ reason: 'retired', generation: 1, effects: 1 }]);
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    expect(first.closed).toBe(0);
    expect(await session.drainCapabilityCleanup()).toMatchObject({
      retiredBatches: 1,
      effectsClosed: 1,
      clean: true,
    });
    expect(recorder.of('cleanup-drained')).toMatchObject([{ report: { effectsClosed: 1 } }]);
    expect([first.closed, second.closed]).toEqual([1, 0]);
    await session.close();
    expect([first.closed, second.closed]).toEqual([1, 1]);
  });

  it('changes nothing and names the cause when it is not the next generation', async () => {
    const { session, recorder } = openSession();
    const error = await rejectionOf(session.applyCapabilityBatch(toolBatch(2, [])));
    expect(error).toMatchObject({
      code: 'projection',
      cause: { code: 'target-generation-mismatch', expected: 1, actual: 2 },
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(recorder.of('batch-rolled-back')).toMatchObject([
      { code: 'projection', cause: { code: 'target-generation-mismatch' } },
    ]);
    await session.close();
  });

  it('changes nothing when a value is not what its descriptor says', async () => {
    const { session, recorder } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new ReadyAdapter(toolValue('b'), new CountingEffect()));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'projection',
      cause: { code: 'public-name-mismatch', expected: 'a', actual: 'b' },
    });
    expect(recorder.of('capability-rolled-back')).toMatchObject([{ capability: 'host/host:tool:a' }]);
    expect(recorder.of('cleanup-queued')).toMatchObject([
      { reason: 'rollback', generation: null, effects: 1 },
    ]);
    expect(recorder.types).not.toContain('batch-validated');
    await session.close();
  });

  it('tells which capability failed and why', async () => {
    const { session, recorder } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new FailingAdapter('no such server'));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      cause: { code: 'prepare-failed', capability: 'host/host:tool:a', reason: 'no such server' },
    });
    expect(recorder.of('capability-failed')).toMatchObject([
      { capability: 'host/host:tool:a', code: 'adapter-failed', message: 'no such server' },
    ]);
    await session.close();
  });

  it('cannot be tried twice with one batch: its adapters are used once', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new FailingAdapter());
    await rejectionOf(session.applyCapabilityBatch(batch));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'projection',
      cause: { code: 'invalid-transaction-state' },
    });
    await session.close();
  });

  it('happens one after another', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const held = new HeldAdapter(toolValue('a'));
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), held);
    const first = session.applyCapabilityBatch(batch);
    const second = session.applyCapabilityBatch(toolBatch(2, []));
    await held.entered.acquire();
    held.finish();
    expect((await first).committed.generation).toBe(1);
    expect((await second).committed.generation).toBe(2);
    await session.close();
  });

  it.each([
    ['cancelled', (abort: AbortController) => abort.abort()],
    ['session-closed', (_abort: AbortController, session: AgentSession) => void session.close()],
  ])('can be %s up to the moment of its commit', async (code, stop) => {
    const { session } = openSession();
    const abort = new AbortController();
    const effect = new CountingEffect();
    session.subscribe(({ type }) => {
      if (type === 'batch-validated') stop(abort, session);
    });
    const batch = toolBatch(1, [new RecordingTool('a')], effect);
    const refused = rejectionOf(session.applyCapabilityBatch(batch, { signal: abort.signal }));
    expect(await refused).toMatchObject({ code });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    await session.drainCapabilityCleanup();
    expect(effect.closed).toBe(1);
    await session.close();
  });

  it('can be cancelled before its turn has come', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const held = new HeldAdapter(toolValue('a'));
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), held);
    const first = session.applyCapabilityBatch(batch);
    await held.entered.acquire();
    const abort = new AbortController();
    const second = rejectionOf(session.applyCapabilityBatch(toolBatch(2, []), { signal: abort.signal }));
    abort.abort();
    expect(await second).toMatchObject({ code: 'cancelled' });
    held.finish();
    expect((await first).committed.generation).toBe(1);
    await session.close();
  });

  it('is refused with a signal that is aborted already, and in a closed session', async () => {
    const { session } = openSession();
    const options = { signal: AbortSignal.abort() };
    expect(await rejectionOf(session.applyCapabilityBatch(toolBatch(1, []), options))).toMatchObject({
      code: 'cancelled',
    });
    await session.close();
    expect(await rejectionOf(session.applyCapabilityBatch(toolBatch(1, [])))).toMatchObject({
      code: 'session-closed',
    });
  });

  it('leaves an adapter behind that ignores its cancellation, and undoes what it makes later', async () => {
    const clock = new ManualClock();
    const { session, recorder } = openSession(new ScriptedModel(), { clock });
    const effect = new CountingEffect();
    const set = toolSet(1, ['a']);
    const deaf = new HeldAdapter(toolValue('a'), [effect], 'ignores-abort');
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), deaf);
    const abort = new AbortController();
    const refusal = rejectionOf(session.applyCapabilityBatch(batch, { signal: abort.signal }));
    await deaf.entered.acquire();
    abort.abort();
    await clock.advance(5_000);
    expect(await refusal).toMatchObject({ code: 'cancelled' });
    expect(recorder.of('capability-failed')).toMatchObject([{ code: 'abandoned' }]);
    deaf.finish();
    await recorder.seen(({ type }) => type === 'late-effect');
    expect(recorder.of('late-effect')).toMatchObject([
      { capability: 'host/host:tool:a', report: { rollbackBatches: 1, effectsClosed: 1 } },
    ]);
    expect(effect.closed).toBe(1);
    await session.close();
  });
});
