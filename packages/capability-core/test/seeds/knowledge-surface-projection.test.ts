import { expect, test } from 'vitest';
import { CapabilityValue } from '../../src/index.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  RecordingTool,
  ScriptedModel,
} from '../../src/testing/index.js';
import { hostBatch, packageBatch, surfaceOf } from '../kind-builders.js';
import { knowledgeOf } from '../knowledge-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';
import { cursor, digestOf } from '../set-builders.js';

const surface = (name: string, content?: string) =>
  CapabilityValue.knowledgeSurface(surfaceOf(name, content));

test('knowledge_surfaces_coexist_and_are_part_of_no_run', async () => {
  const model = new ScriptedModel(({ tools, system }) => {
    expect(tools).toEqual([]);
    expect(system).toBeUndefined();
    return ScriptedModel.text('done');
  });
  const { session } = openSession(model);
  await session.applyCapabilityBatch(hostBatch(1, [{ value: surface('a') }, { value: surface('b') }]));
  await session.send('go');
  const knowledge = { value: CapabilityValue.knowledge(knowledgeOf('handbook')) };
  await session.applyCapabilityBatch(
    hostBatch(2, [{ value: surface('a') }, knowledge, { value: surface('b') }]),
  );
  const run = await session.admitCapabilityRun();
  expect([...run.registry.tools.keys()]).toEqual(['search_knowledge']);
  await run[Symbol.asyncDispose]();
  await session.close();
});

test('knowledge_surface_has_no_compatibility_conflicts', async () => {
  const { session } = openSession();
  session.registerDynamicTool(new RecordingTool('research'));
  await session.applyCapabilityBatch(hostBatch(1, [{ value: surface('research') }]));
  session.registerDynamicTool(new RecordingTool('research'));
  expect(session.capabilityCatalogStamp.generation).toBe(1);
  await session.close();
});

test('dependents_of_a_knowledge_surface_are_prepared_after_it', async () => {
  const { session, recorder } = openSession();
  const tool = { value: CapabilityValue.tool(new RecordingTool('a')), needs: ['knowledge-surface-0'] };
  await session.applyCapabilityBatch(hostBatch(1, [{ value: surface('research') }, tool]));
  expect(recorder.of('batch-staged')[0]?.waves).toEqual([
    ['host/host:knowledge-surface:knowledge-surface-0'],
    ['host/host:tool:tool-1'],
  ]);
  await session.close();
});

test('active_run_keeps_n_knowledge_surface_and_use_lease_across_cutover', async () => {
  const { session } = openSession();
  const provider = new LeaseProviderDouble(cursor());
  const effect = new CountingEffect();
  await session.applyCapabilityBatch(
    packageBatch(1, provider, [{ value: surface('research', '1'), effects: [effect] }]),
  );
  const run = await session.admitCapabilityRun();
  const evidence = session.currentCapabilityBinding;
  await session.applyCapabilityBatch(hostBatch(2, [{ value: surface('research', '2') }]));
  // The content is part of what a run is recorded to have been given.
  expect(run.binding.equals(evidence)).toBe(true);
  expect(run.binding.equals(session.currentCapabilityBinding)).toBe(false);
  expect([provider.released, session.pendingCapabilityCleanupBatches]).toEqual([0, 0]);
  await run[Symbol.asyncDispose]();
  expect(provider.released).toBe(1);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
  await session.close();
});

test('knowledge_surface_digest_mismatch_is_rejected_before_publication', async () => {
  const { session } = openSession();
  const effect = new CountingEffect();
  const part = { value: surface('research'), effects: [effect], surfaceDigest: digestOf('0') };
  expect(await rejectionOf(session.applyCapabilityBatch(hostBatch(1, [part])))).toMatchObject({
    code: 'projection',
    cause: {
      code: 'surface-digest-mismatch',
      expected: digestOf('0'),
      actual: surfaceOf('research').surfaceDigest,
    },
  });
  expect(session.capabilityCatalogStamp.generation).toBe(0);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
  await session.close();
});
