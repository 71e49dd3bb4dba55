import { expect, test } from 'vitest';
import { CapabilityValue, FlowBinding } from '../../src/index.js';
import { CountingEffect } from '../../src/testing/index.js';
import { FlowEngineDouble } from '../flow-engine-double.js';
import { publishRelease, releaseOf } from '../handle-builders.js';
import { hostBatch } from '../kind-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';

test('flow_handle_keeps_n_spec_engine_and_use_lease_across_cutover', async () => {
  const { session } = openSession();
  const engines = [new FlowEngineDouble(), new FlowEngineDouble()] as const;
  const first = await publishRelease(session, 1, engines[0]);
  const older = await releaseOf(session);
  const second = await publishRelease(session, 2, engines[1]);
  expect(second.provider.acquired).toBe(0);
  const { runId } = await older.start(1);
  expect(await older.drive(runId)).toMatchObject({ status: 'completed' });
  expect(await older.history(runId)).toEqual(['started by r1', 'driven by r1']);
  expect(engines[1].calls).toEqual([]);
  expect([first.provider.acquired, first.provider.released]).toEqual([1, 0]);
  const newer = await releaseOf(session);
  expect(newer.spec.revision).toBe('r2');
  await older.close();
  expect(first.provider.released).toBe(1);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1 });
  expect([first.effect.closed, second.effect.closed]).toEqual([1, 0]);
  await newer.close();
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  await session.close();
});

test('unknown_flow_is_null_before_any_use_lease', async () => {
  const { session } = openSession();
  const { provider } = await publishRelease(session, 1, new FlowEngineDouble());
  expect(await session.projectedFlow('other')).toBeNull();
  expect(provider.acquired).toBe(0);
  await session.close();
});

test('flow_name_mismatch_is_rejected_before_publication', async () => {
  const { session } = openSession();
  const effect = new CountingEffect();
  const [right, wrong] = ['release', 'other'].map((name) =>
    CapabilityValue.flow(new FlowBinding({ name, revision: 'r1' }, new FlowEngineDouble())),
  );
  if (right === undefined || wrong === undefined) throw new Error('there are two');
  const batch = hostBatch(1, [{ value: right, effects: [effect], prepares: wrong }]);
  expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
    code: 'projection',
    cause: { code: 'public-name-mismatch', expected: 'release', actual: 'other' },
  });
  expect(session.capabilityCatalogStamp.generation).toBe(0);
  expect(await session.projectedFlow('release')).toBeNull();
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
  await session.close();
});
