import { expect, test } from 'vitest';
import { type LlmRequest, WorkerAgentSpec } from '../../src/index.js';
import { CountingEffect, LeaseProviderDouble, ScriptedModel, Semaphore } from '../../src/testing/index.js';
import { lastResult, taskCall } from '../delegation-builders.js';
import {
  kindBatch,
  projectedAgent,
  testSession,
  testSessionWithClient,
  useGeneration,
} from './seed-fixture.js';

function agentBatch(
  codeGeneration: number,
  { revision, surface, version }: Readonly<Record<'revision' | 'surface' | 'version', string>>,
  ...effects: readonly CountingEffect[]
) {
  const upstream = useGeneration(codeGeneration, revision);
  return kindBatch(codeGeneration, upstream, surface, projectedAgent('projected-agent', version), ...effects);
}

const ONE = { revision: 'a', surface: 'b', version: 'generation-one' };
const TWO = { revision: 'c', surface: 'd', version: 'generation-two' };

test('active_run_keeps_n_agents_and_one_use_lease_across_cutover', async () => {
  const [asked, hold] = [new Semaphore(), new Semaphore()];
  const leases: number[] = [];
  const effects = [new CountingEffect('test.agent-one'), new CountingEffect('test.agent-two')] as const;
  const first = agentBatch(1, ONE, effects[0]);
  const second = agentBatch(2, TWO, effects[1]);
  const delegate = () => ScriptedModel.toolCalls(taskCall('projected-agent'));
  const work = (request: LlmRequest) => {
    leases.push(first.provider.released, second.provider.released);
    return ScriptedModel.text(request.system ?? 'no instructions');
  };
  const passOn = (request: LlmRequest) => ScriptedModel.text(lastResult(request));
  const client = new ScriptedModel(
    async () => {
      asked.add();
      await hold.acquire();
      return delegate();
    },
    work,
    passOn,
    delegate,
    work,
    passOn,
  );
  const session = testSessionWithClient('agent-cutover', client, { delegation: true });
  await session.applyCapabilityBatch(first.batch);

  const old = session.send('Delegate.');
  await asked.acquire();
  await session.applyCapabilityBatch(second.batch);
  expect((await session.drainCapabilityCleanup()).retiredBatches).toBe(0);
  expect(second.provider.acquired).toBe(0);
  hold.add();
  expect((await old).text).toBe('PROJECTED_AGENT_generation-one');
  expect([first.provider.acquired, first.provider.released]).toEqual([1, 1]);
  expect(client.requests[0]?.tools[0]?.description).toContain('- projected-agent: generation-one');
  expect((await session.drainCapabilityCleanup()).retiredBatches).toBe(1);
  expect(effects.map(({ closed }) => closed)).toEqual([1, 0]);

  expect((await session.send('Delegate.')).text).toBe('PROJECTED_AGENT_generation-two');
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  // While an agent worked, the lease of its run was held.
  expect(leases).toEqual([0, 0, 1, 0]);
  await session.close();
  expect(effects.map(({ closed }) => closed)).toEqual([1, 1]);
});

test('unusable_agent_is_rejected_before_publication', async () => {
  const session = testSession('agent-rejection');
  const before = session.capabilityCatalogStamp;
  session.registerWorkerAgent(WorkerAgentSpec.custom('projected-agent', 'Compatibility worker'));
  const effect = new CountingEffect('test.agent');
  const { batch, provider } = agentBatch(1, ONE, effect);
  await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'agent',
    publicName: 'projected-agent',
  });
  expect(session.capabilityCatalogStamp).toEqual(before);
  expect(provider.acquired).toBe(0);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
  expect(effect.closed).toBe(1);
  await session.close();
});

test('agent_name_is_free_again_when_its_generation_is_superseded', async () => {
  const session = testSession('agent-name-freed');
  await session.applyCapabilityBatch(agentBatch(1, ONE).batch);
  const worker = WorkerAgentSpec.custom('projected-agent', 'Compatibility worker');
  expect(() => session.registerWorkerAgent(worker)).toThrow(expect.objectContaining({ code: 'capability' }));
  const provider = new LeaseProviderDouble(useGeneration(2, 'c'));
  const other = kindBatch(2, provider.useGeneration, 'd', projectedAgent('another-agent', 'generation-two'));
  await session.applyCapabilityBatch(other.batch);
  session.registerWorkerAgent(worker);
  expect(session.hasWorkerAgent('projected-agent')).toBe(true);
  await session.close();
});
