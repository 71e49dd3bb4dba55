import { expect, test } from 'vitest';
import {
  CapabilityValue,
  type HookDefinition,
  type HookEventType,
  HookResponse,
  SessionCapabilityBatch,
} from '../../src/index.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  ReadyAdapter,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../../src/testing/index.js';
import { idOf, testSession, testSessionWithClient, useGeneration, useKindSet } from './seed-fixture.js';

/** A batch of the hook `projected-hook`, which writes its version down and answers as it is told. */
function hookBatch(
  codeGeneration: number,
  version: string,
  {
    calls = [],
    response = HookResponse.continue(),
    eventType = 'pre_tool_use',
    effect = new CountingEffect(),
  }: {
    readonly calls?: string[];
    readonly response?: HookResponse;
    readonly eventType?: HookEventType;
    readonly effect?: CountingEffect;
  } = {},
): { readonly batch: SessionCapabilityBatch; readonly provider: LeaseProviderDouble } {
  const upstream = useGeneration(codeGeneration, `${codeGeneration}`);
  const { set, ids } = useKindSet(codeGeneration, upstream, 'hook', [['projected-hook', 'b']]);
  const provider = new LeaseProviderDouble(upstream);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  const definition: HookDefinition = { id: 'projected-hook', eventType };
  const handle = async (): Promise<HookResponse> => {
    calls.push(version);
    return response;
  };
  batch.stage(
    idOf(ids, 'projected-hook'),
    new ReadyAdapter(CapabilityValue.hook({ definition, handler: { handle } }), effect),
  );
  return { batch, provider };
}

const HOST_HOOK: HookDefinition = { id: 'projected-hook', eventType: 'post_tool_use' };

/** Calls the tool `work` in each of two runs; the first call waits. */
function workingClient(entered: Semaphore, release: Semaphore): ScriptedModel {
  const work = () => ScriptedModel.toolCalls({ name: 'work' });
  return new ScriptedModel(
    async () => {
      entered.add();
      await release.acquire();
      return work();
    },
    () => ScriptedModel.text('generation one complete'),
    work,
    () => ScriptedModel.text('generation two complete'),
  );
}

test('active_run_keeps_n_hook_definition_handler_and_use_lease_across_cutover', async () => {
  const [entered, release] = [new Semaphore(), new Semaphore()];
  const session = testSessionWithClient('capability-hook-cutover', workingClient(entered, release));
  const tool = new RecordingTool('work');
  session.registerDynamicTool(tool);
  const [calls, effect] = [[] as string[], new CountingEffect()];
  const first = hookBatch(1, 'generation-one', { calls, response: HookResponse.block('one'), effect });
  await session.applyCapabilityBatch(first.batch);

  const oldRun = session.send('Work.');
  await entered.acquire();
  expect([first.provider.acquired, first.provider.released]).toEqual([1, 0]);

  const second = hookBatch(2, 'generation-two', { calls });
  await session.applyCapabilityBatch(second.batch);
  expect([first.provider.released, second.provider.acquired]).toEqual([0, 0]);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 0 });

  release.add();
  expect((await oldRun).text).toBe('generation one complete');
  expect([calls, tool.calls.length]).toEqual([['generation-one'], 0]);
  expect(first.provider.released).toBe(1);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
  expect(effect.closed).toBe(1);

  expect((await session.send('Work again.')).text).toBe('generation two complete');
  expect([calls, tool.calls.length]).toEqual([['generation-one', 'generation-two'], 1]);
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  await session.close();
});

test('host_hook_conflict_is_rejected_before_hook_publication', async () => {
  const session = testSession('capability-hook-conflict');
  session.registerHook(HOST_HOOK);
  const before = session.capabilityCatalogStamp;
  const effect = new CountingEffect();
  const { batch, provider } = hookBatch(1, 'generation-one', { effect });
  await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'hook',
    publicName: 'projected-hook',
  });
  expect(session.capabilityCatalogStamp).toEqual(before);
  expect([provider.acquired, provider.released]).toEqual([0, 0]);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
  expect(effect.closed).toBe(1);
  await session.close();
});

test('published_hook_rejects_host_registration_under_its_id', async () => {
  const session = testSession('capability-hook-reverse-conflict');
  await session.applyCapabilityBatch(hookBatch(1, 'generation-one').batch);
  expect(() => session.registerHook(HOST_HOOK)).toThrow(
    expect.objectContaining({
      code: 'capability',
      cause: expect.objectContaining({
        code: 'runtime-name-conflict',
        kind: 'hook',
        publicName: 'projected-hook',
      }),
    }),
  );
  expect(session.unregisterHook('projected-hook')).toBe(false);
  await session.close();
});

test('session_scoped_hook_is_rejected_before_publication', async () => {
  for (const eventType of ['session_start', 'session_end', 'skill_load', 'skill_unload'] as const) {
    const session = testSession(`capability-hook-${eventType}`);
    const { batch } = hookBatch(1, 'generation-one', { eventType });
    await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'hook',
      publicName: 'projected-hook',
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    await session.close();
  }
});
