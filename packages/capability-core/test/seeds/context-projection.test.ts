import { expect, test } from 'vitest';
import {
  Agent,
  CapabilityValue,
  type ContextProvider,
  type LlmRequest,
  SessionCapabilityBatch,
} from '../../src/index.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  ReadyAdapter,
  ScriptedModel,
  Semaphore,
} from '../../src/testing/index.js';
import { idOf, testSession, testSessionWithClient, useGeneration, useKindSet } from './seed-fixture.js';

/** A provider that finds its version and writes down what it is told. */
function versionedProvider(
  version: string,
  told: string[],
  over: Partial<ContextProvider> = {},
): ContextProvider {
  return {
    name: 'projected-context',
    query: async ({ text }) => {
      told.push(`${version}: ${text}`);
      return {
        items: [
          {
            id: version,
            contextType: 'resource',
            content: version,
            tokenCount: 2,
            relevance: 1,
            metadata: {},
          },
        ],
        totalTokens: 2,
        provider: 'projected-context',
        truncated: false,
      };
    },
    onTurnComplete: async ({ response }) => {
      told.push(`${version}: ${response}`);
    },
    ...over,
  };
}

function contextBatch(
  codeGeneration: number,
  value: ContextProvider,
  effect = new CountingEffect(),
): { readonly batch: SessionCapabilityBatch; readonly provider: LeaseProviderDouble } {
  const upstream = useGeneration(codeGeneration, `${codeGeneration}`);
  const { set, ids } = useKindSet(codeGeneration, upstream, 'context', [['projected-context', 'b']]);
  const provider = new LeaseProviderDouble(upstream);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stage(idOf(ids, 'projected-context'), new ReadyAdapter(CapabilityValue.context(value), effect));
  return { batch, provider };
}

test('active_run_keeps_n_context_provider_and_use_lease_across_cutover', async () => {
  const [entered, release] = [new Semaphore(), new Semaphore()];
  const systems: (string | undefined)[] = [];
  const answer = (text: string, wait: boolean) => async (request: LlmRequest) => {
    systems.push(request.system);
    if (wait) {
      entered.add();
      await release.acquire();
    }
    return ScriptedModel.text(text);
  };
  const client = new ScriptedModel(answer('one complete', true), answer('two complete', false));
  const session = testSessionWithClient('capability-context-cutover', client);
  const [told, effect] = [[] as string[], new CountingEffect()];
  const first = contextBatch(1, versionedProvider('generation-one', told), effect);
  await session.applyCapabilityBatch(first.batch);

  const oldRun = session.send('old prompt');
  await entered.acquire();
  expect([first.provider.acquired, first.provider.released]).toEqual([1, 0]);

  const second = contextBatch(2, versionedProvider('generation-two', told));
  await session.applyCapabilityBatch(second.batch);
  expect([first.provider.released, second.provider.acquired]).toEqual([0, 0]);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 0 });

  release.add();
  await oldRun;
  expect(told).toEqual(['generation-one: old prompt', 'generation-one: one complete']);
  expect(first.provider.released).toBe(1);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1 });
  expect(effect.closed).toBe(1);

  await session.send('new prompt');
  expect(told.slice(2)).toEqual(['generation-two: new prompt', 'generation-two: two complete']);
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  expect(systems).toEqual([
    expect.stringContaining('<context type="resource">\ngeneration-one\n</context>'),
    expect.stringContaining('<context type="resource">\ngeneration-two\n</context>'),
  ]);
  await session.close();
});

test('session_static_context_conflict_is_rejected_before_publication', async () => {
  const session = Agent.fromConfig().buildSession('/tmp/capability-context-conflict', new ScriptedModel(), {
    contextProviders: [versionedProvider('static', [])],
  });
  const before = session.capabilityCatalogStamp;
  const effect = new CountingEffect();
  const { batch, provider } = contextBatch(1, versionedProvider('generation-one', []), effect);
  await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'context',
    publicName: 'projected-context',
  });
  expect(session.capabilityCatalogStamp).toEqual(before);
  expect([provider.acquired, provider.released]).toEqual([0, 0]);
  await session.drainCapabilityCleanup();
  expect(effect.closed).toBe(1);
  await session.close();
});

test('cognitive_context_is_rejected_before_publication', async () => {
  const session = testSession('capability-context-cognitive');
  const bound = versionedProvider('generation-one', [], { cognitiveBinding: {} });
  await expect(session.applyCapabilityBatch(contextBatch(1, bound).batch)).rejects.toMatchObject({
    code: 'runtime-value-invalid',
    kind: 'context',
    publicName: 'projected-context',
    reason: expect.stringContaining('persisted Knowledge/session boundary'),
  });
  expect(session.capabilityCatalogStamp.generation).toBe(0);
  expect(session.pendingCapabilityCleanupBatches).toBe(1);
  await session.close();
});
