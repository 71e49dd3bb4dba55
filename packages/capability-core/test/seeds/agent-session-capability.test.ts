import { expect, test } from 'vitest';
import {
  type AgentSession,
  CapabilityRuntimeError,
  SessionCapabilityBatch,
  type UseGenerationLeaseProvider,
} from '../../src/index.js';
import {
  CountingEffect,
  FailingAdapter,
  FailingEffect,
  HeldAdapter,
  LeaseProviderDouble,
  ReadyAdapter,
  RecordingTool,
  Semaphore,
} from '../../src/testing/index.js';
import { CutoverClient } from './cutover-client.js';
import {
  compatibilitySkill,
  idOf,
  kindBatch,
  projectedAgent,
  projectedBatch,
  testSession,
  testSessionWithClient,
  useGeneration,
  useKindSet,
  useToolSet,
  versionedSkill,
  versionedTool,
} from './seed-fixture.js';

/** A batch of `alpha`, ready with an effect, and `omega`, which waits. */
function waitingBatch(effect: CountingEffect): { batch: SessionCapabilityBatch; omega: HeldAdapter } {
  const upstream = useGeneration(1, 'a');
  const { set, ids } = useToolSet(1, upstream, [
    ['alpha', 'b'],
    ['omega', 'c'],
  ]);
  const batch = SessionCapabilityBatch.fromUseProjection(set, new LeaseProviderDouble(upstream));
  const omega = new HeldAdapter(versionedTool('omega', 'never-ready'));
  batch.stage(idOf(ids, 'alpha'), new ReadyAdapter(versionedTool('alpha', 'cancel-alpha'), effect));
  batch.stage(idOf(ids, 'omega'), omega);
  return { batch, omega };
}

test('session_batch_accepts_migrated_kinds', () => {
  const kinds = ['agent', 'command', 'hook', 'mcp', 'context', 'flow', 'knowledge'] as const;
  for (const [index, kind] of kinds.entries()) {
    const generation = index + 1;
    const upstream = useGeneration(generation, ['a', 'c', 'e'][index % 3] ?? 'a');
    const { set } = useKindSet(generation, upstream, kind, [[`projected-${kind}`, 'b']]);
    const provider = new LeaseProviderDouble(upstream);
    expect(SessionCapabilityBatch.fromUseProjection(set, provider).target).toBe(set);
  }
});

test('failed_session_batch_never_advances_the_visible_generation', async () => {
  const session = testSession('capability-batch-atomicity');
  const executions: string[] = [];
  const provider = new LeaseProviderDouble(useGeneration(1, 'a'));
  await session.applyCapabilityBatch(
    projectedBatch(1, provider, { surface: 'b', version: 'generation-one', executions }),
  );
  const before = session.capabilityCatalogStamp;

  const rollback = new CountingEffect('test.host-batch-effect');
  const nextUpstream = useGeneration(2, 'c');
  const { set, ids } = useToolSet(2, nextUpstream, [
    ['alpha', 'd'],
    ['omega', 'e'],
  ]);
  const second = SessionCapabilityBatch.fromUseProjection(set, new LeaseProviderDouble(nextUpstream));
  second.stage(
    idOf(ids, 'alpha'),
    new ReadyAdapter(versionedTool('alpha', 'generation-two-alpha', executions), rollback),
  );
  second.stage(idOf(ids, 'omega'), new FailingAdapter('host batch failure'));

  await expect(session.applyCapabilityBatch(second)).rejects.toMatchObject({
    name: 'CapabilityRuntimeError',
    code: 'projection',
  });
  expect(session.capabilityCatalogStamp).toEqual(before);
  const cleanup = await session.drainCapabilityCleanup();
  expect(cleanup.rollbackBatches).toBe(1);
  expect(rollback.closed).toBe(1);
  await session.close();
});

test('run_admission_consumes_and_releases_the_exact_use_lease', async () => {
  const session = testSession('capability-run-use-lease');
  const provider = new LeaseProviderDouble(useGeneration(7, 'a'));
  await session.applyCapabilityBatch(projectedBatch(1, provider, { surface: 'b', version: 'lease-test' }));

  const run = await session.admitCapabilityRun();
  expect(provider.acquired).toBe(1);
  expect(provider.released).toBe(0);
  await run.close();
  run[Symbol.dispose]();
  expect(provider.released).toBe(1);
  await session.close();
});

test('run_admission_rejects_a_cursor_mismatched_use_lease', async () => {
  const session = testSession('capability-run-use-mismatch');
  const provider = new LeaseProviderDouble(useGeneration(9, 'a'), { returned: useGeneration(10, 'c') });
  await session.applyCapabilityBatch(projectedBatch(1, provider, { surface: 'b', version: 'mismatch-test' }));

  await expect(session.admitCapabilityRun()).rejects.toMatchObject({
    code: 'scope',
    cause: { name: 'CapabilityScopeError', code: 'use-generation-lease-mismatch' },
  });
  expect(provider.acquired).toBe(1);
  expect(provider.released).toBe(1);
  await session.close();
});

test('active_run_keeps_n_definition_executor_and_use_lease_across_n_plus_one_cutover', async () => {
  const client = new CutoverClient();
  const session = testSessionWithClient('capability-run-cutover', client);
  const executions: string[] = [];
  const first = new LeaseProviderDouble(useGeneration(1, 'a'));
  const second = new LeaseProviderDouble(useGeneration(2, 'c'));
  await session.applyCapabilityBatch(
    projectedBatch(1, first, { surface: 'b', version: 'generation-one', executions }),
  );

  const oldRun = session.send('Call the projected tool once.');
  await client.oldDefinitionObserved.acquire();
  expect(first.acquired).toBe(1);
  expect(first.released).toBe(0);

  await session.applyCapabilityBatch(
    projectedBatch(2, second, { surface: 'd', version: 'generation-two', executions }),
  );
  expect(first.released).toBe(0);
  expect(second.acquired).toBe(0);

  client.releaseOldCall.add();
  const oldResult = await oldRun;
  expect(oldResult.text).toBe('generation one complete');
  expect(executions).toEqual(['generation-one']);
  expect(first.released).toBe(1);

  const newResult = await session.send('Call the projected tool once.');
  expect(newResult.text).toBe('generation two complete');
  expect(newResult.toolCallsCount).toBe(1);
  expect(executions).toEqual(['generation-one', 'generation-two']);
  expect(second.acquired).toBe(1);
  expect(second.released).toBe(1);
  expect(client.observedDefinitions).toEqual(['generation-one', 'generation-two']);
  await session.close();
});

test('cancelling_host_batch_preparation_rolls_back_without_publication', async () => {
  const session = testSession('capability-batch-cancellation');
  const before = session.capabilityCatalogStamp;
  const effect = new CountingEffect('test.host-batch-effect');
  const { batch, omega } = waitingBatch(effect);
  const cancellation = new AbortController();

  const apply = session.applyCapabilityBatch(batch, { signal: cancellation.signal });
  await omega.entered.acquire();
  cancellation.abort();

  await expect(apply).rejects.toMatchObject({ name: 'CapabilityRuntimeError', code: 'cancelled' });
  expect(session.capabilityCatalogStamp).toEqual(before);
  const cleanup = await session.drainCapabilityCleanup();
  expect(cleanup.rollbackBatches).toBe(1);
  expect(cleanup.effectsClosed).toBe(1);
  expect(effect.closed).toBe(1);
  await session.close();
});

test('session_close_cancels_preparation_and_releases_prepared_effects', async () => {
  const session = testSession('capability-batch-close-cancellation');
  const before = session.capabilityCatalogStamp;
  const effect = new CountingEffect('test.host-batch-effect');
  const { batch, omega } = waitingBatch(effect);

  const apply = expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({ code: 'session-closed' });
  await omega.entered.acquire();
  await session.close();

  await apply;
  expect(session.capabilityCatalogStamp).toEqual(before);
  expect(effect.closed).toBe(1);
  expect(session.pendingCapabilityCleanupBatches).toBe(0);
});

test('session_close_and_ready_batch_commit_have_a_single_linearization', async () => {
  const seen = new Set<string>();
  // The close comes at each point between the end of the preparation and well after the commit.
  for (let turns = 0; turns <= 40; turns += 1) {
    seen.add(
      await raceCloseAndCommit(async (session) => {
        for (let turn = 0; turn < turns; turn += 1) {
          await Promise.resolve();
        }
        await session.close();
      }),
    );
  }
  expect([...seen].sort()).toEqual(['closed-first', 'committed-first']);

  // And at the very edges of the step that decides.
  expect(await raceCloseAndCommit((session) => closeAt(session, 'batch-validated'))).toBe('closed-first');
  expect(await raceCloseAndCommit((session) => closeAt(session, 'batch-committed'))).toBe('committed-first');
});

async function closeAt(session: AgentSession, type: string): Promise<void> {
  await new Promise<void>((resolve) => {
    session.subscribe((event) => {
      if (event.type === type) {
        resolve(session.close());
      }
    });
  });
}

/** Races a close against a batch that has just become ready, and checks that one of them came wholly first. */
async function raceCloseAndCommit(close: (session: AgentSession) => Promise<void>): Promise<string> {
  const session = testSession('capability-batch-close-commit-race');
  const before = session.capabilityCatalogStamp;
  const effect = new CountingEffect('test.host-batch-effect');
  const upstream = useGeneration(1, 'a');
  const { set, ids } = useToolSet(1, upstream, [['projected', 'b']]);
  const batch = SessionCapabilityBatch.fromUseProjection(set, new LeaseProviderDouble(upstream));
  const adapter = new HeldAdapter(versionedTool('projected', 'commit-race'), [effect], 'ignores-abort');
  batch.stage(idOf(ids, 'projected'), adapter);

  const apply = session.applyCapabilityBatch(batch).catch((error: unknown) => error);
  await adapter.entered.acquire();
  adapter.finish();
  await close(session);
  const result: unknown = await apply;

  expect(effect.closed).toBe(1);
  expect(session.pendingCapabilityCleanupBatches).toBe(0);
  if (result instanceof CapabilityRuntimeError) {
    expect(result.code).toBe('session-closed');
    expect(session.capabilityCatalogStamp).toEqual(before);
    return 'closed-first';
  }
  expect(result).toMatchObject({ previous: before, committed: { generation: 1 } });
  expect(session.capabilityCatalogStamp.generation).toBe(1);
  return 'committed-first';
}

test('compatibility_name_conflicts_fail_before_generation_publication', async () => {
  const cases = [
    {
      kind: 'tool',
      register: (session: AgentSession) => session.registerDynamicTool(new RecordingTool('projected')),
      value: versionedTool('projected', 'use-projection'),
    },
    {
      kind: 'skill',
      register: (session: AgentSession) => session.addSkill(compatibilitySkill('projected-skill')),
      value: versionedSkill('projected-skill', 'use-projection'),
    },
    // A spelling of a built-in agent's name.
    { kind: 'agent', register: () => undefined, value: projectedAgent('reviewer', 'use-projection') },
  ];
  for (const { kind, register, value } of cases) {
    const session = testSession(`capability-${kind}-name-conflict`);
    register(session);
    const before = session.capabilityCatalogStamp;
    const { batch, provider } = kindBatch(1, useGeneration(1, 'a'), 'b', value);
    await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
      name: 'CapabilityRuntimeError',
      code: 'runtime-name-conflict',
      kind,
    });
    expect(session.capabilityCatalogStamp).toEqual(before);
    expect(provider.acquired).toBe(0);
    await session.close();
  }
});

test('exact_run_admission_failure_settles_the_reserved_run', async () => {
  const session = testSession('capability-exact-run-admission-failure');
  const provider: UseGenerationLeaseProvider = new LeaseProviderDouble(useGeneration(1, 'a'), {
    failure: 'deterministic Use lease failure',
  });
  await session.applyCapabilityBatch(
    projectedBatch(1, provider, { surface: 'b', version: 'never-executed' }),
  );

  await expect(
    session.spawnRun('must not start', { runId: 'exact-capability-failure' }),
  ).rejects.toMatchObject({
    name: 'SessionError',
    code: 'capability',
    cause: { name: 'CapabilityRuntimeError', code: 'use-lease-acquisition' },
  });
  const snapshot = session.runSnapshot('exact-capability-failure');
  expect(snapshot?.status).toBe('failed');
  expect(snapshot?.error).toContain('Use generation lease');
  expect(session.currentRun()).toBeNull();
  await session.close();
});

test('non_clean_capability_run_close_is_a_typed_failure', async () => {
  const session = testSession('capability-run-close-failure');
  const provider = new LeaseProviderDouble(useGeneration(1, 'a'));
  await session.applyCapabilityBatch(projectedBatch(1, provider, { surface: 'b', version: 'close-failure' }));

  const run = await session.admitCapabilityRun();
  run.runScope.registerEffect(new FailingEffect('test.failing-run-effect'));
  await expect(run.close()).rejects.toMatchObject({ code: 'run-close-incomplete', childScopesFailed: 1 });
  run[Symbol.dispose]();
  expect(provider.released).toBe(1);
  await session.close();
});

test('capability_run_guards_are_send_and_sync', async () => {
  const session = testSession('capability-run-guard-concurrency');
  const provider = new LeaseProviderDouble(useGeneration(1, 'a'));
  await session.applyCapabilityBatch(projectedBatch(1, provider, { surface: 'b', version: 'shared' }));

  const run = await session.admitCapabilityRun();
  const effect = new CountingEffect('test.shared-run-effect');
  const pins = [new Semaphore(), new Semaphore(), new Semaphore()];
  const tasks = pins.map(async (goOn, index) => {
    await goOn.acquire();
    if (index === 0) {
      run.runScope.registerEffect(effect);
    }
    expect(run.registry.tools.get('projected')?.description).toBe('shared');
    const report = await run.close();
    await run[Symbol.asyncDispose]();
    return report;
  });
  for (const goOn of pins) {
    goOn.add();
  }
  const reports = await Promise.all(tasks);
  expect(new Set(reports).size).toBe(1);
  expect([provider.acquired, provider.released, effect.closed]).toEqual([1, 1, 1]);

  // The pin was given back once too: a second one that is still held keeps the generation in place.
  const other = await session.admitCapabilityRun();
  await session.applyCapabilityBatch(
    projectedBatch(2, new LeaseProviderDouble(useGeneration(2, 'c')), { surface: 'd', version: 'next' }),
  );
  run[Symbol.dispose]();
  expect(other.registry.tools.get('projected')?.description).toBe('shared');
  await other[Symbol.asyncDispose]();
  expect([provider.acquired, provider.released]).toEqual([2, 2]);
  await session.close();
});
