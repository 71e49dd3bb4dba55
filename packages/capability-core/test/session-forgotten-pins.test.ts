import { expect, it } from 'vitest';
import { type AgentSession, CapabilityValue } from '../src/index.js';
import { CountingEffect, LeaseProviderDouble, RecordingTool } from '../src/testing/index.js';
import { reactions } from '../src/testing/reactions.js';
import { hostBatch, uiOf } from './kind-builders.js';
import { openSession, publishPackageTool, toolBatch } from './session-builders.js';
import { cursor } from './set-builders.js';

const MAX_COLLECTIONS = 100;

async function collectGarbageUntil(done: () => boolean): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected on demand');
  for (let round = 0; round < MAX_COLLECTIONS && !done(); round += 1) {
    await reactions();
    collect();
  }
}

it('the lease of a run that is lost is given back, and what it had opened is closed', async () => {
  const { session, recorder } = openSession();
  const [provider, effect] = [new LeaseProviderDouble(cursor(1)), new CountingEffect()];
  await publishPackageTool(session, 1, new RecordingTool('a'), provider);
  await (async () => {
    const { runScope } = await session.admitCapabilityRun();
    runScope.registerEffect(effect);
  })();
  await collectGarbageUntil(() => recorder.of('pin-forgotten').length > 0);
  expect([provider.acquired, provider.released, effect.closed]).toEqual([1, 1, 1]);
  expect(recorder.of('lease-released')).toHaveLength(1);
  await session.close();
});

it.each<[string, (session: AgentSession) => Promise<unknown>]>([
  ['run', (session) => session.admitCapabilityRun()],
  ['handle', (session) => session.projectedUi('panel')],
])(
  'the pin of a %s that is lost without having been closed is lifted, and that is told',
  async (_what, hold) => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect();
    await session.applyCapabilityBatch(
      hostBatch(1, [{ value: CapabilityValue.ui(uiOf('panel')), effects: [effect] }]),
    );
    await (async () => {
      expect(await hold(session)).not.toBeNull();
    })();
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')]));
    expect(session.pendingCapabilityCleanupBatches).toBe(0);
    await collectGarbageUntil(() => recorder.of('pin-forgotten').length > 0);
    expect(recorder.of('pin-forgotten')).toMatchObject([{ stamp: { generation: 1 } }]);
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    await session.close();
    expect(effect.closed).toBe(1);
  },
);

it('the pin of a run that was closed is not told of when the run is collected', async () => {
  const { session, recorder } = openSession();
  let collected = false;
  const registry = new FinalizationRegistry(() => {
    collected = true;
  });
  await (async () => {
    const run = await session.admitCapabilityRun();
    registry.register(run, null);
    await run[Symbol.asyncDispose]();
  })();
  await collectGarbageUntil(() => collected);
  await reactions();
  expect([collected, recorder.of('pin-forgotten').length]).toEqual([true, 0]);
  await session.close();
});
