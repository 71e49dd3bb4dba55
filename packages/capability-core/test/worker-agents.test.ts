import { describe, expect, it } from 'vitest';
import { CapabilityValue, WorkerAgentSpec } from '../src/index.js';
import { PERMISSION_RULES_MAX } from '../src/loop/limits.js';
import { WORKER_AGENTS_MAX } from '../src/session/limits.js';
import { CountingEffect } from '../src/testing/index.js';
import { valueBatch } from './command-builders.js';
import { openSession, rejectionOf } from './session-builders.js';
import { thrownBy } from './set-builders.js';

const worker = (name: string) => WorkerAgentSpec.custom(name, `Does ${name}.`);

describe('agents that a host registers', () => {
  it('are known, can be replaced, and that is told', async () => {
    const { session, recorder } = openSession();
    expect(session.hasWorkerAgent('scout')).toBe(false);
    session.registerWorkerAgent(worker('scout'));
    session.registerWorkerAgents([worker('scout'), { ...worker('guide'), kind: 'planner' }]);
    expect(
      ['scout', 'guide', ' guide ', 'explore', 'toString'].map((name) => session.hasWorkerAgent(name)),
    ).toEqual([true, true, true, false, false]);
    const told = recorder
      .of('registration')
      .map(({ kind, publicName, action }) => [kind, publicName, action]);
    expect(told).toEqual([
      ['agent', 'scout', 'added'],
      ['agent', 'scout', 'replaced'],
      ['agent', 'guide', 'added'],
    ]);
    await session.close();
    expect(thrownBy(() => session.registerWorkerAgent(worker('a')))).toMatchObject({
      code: 'session-closed',
    });
  });

  it('reach the runs that are admitted from then on, and those keep them', async () => {
    const { session } = openSession();
    const before = await session.admitCapabilityRun();
    const spec = { ...worker('scout') };
    session.registerWorkerAgent(spec);
    await using after = await session.admitCapabilityRun();
    Object.assign(spec, { description: 'Changed.' });
    session.registerWorkerAgent({ ...worker('scout'), description: 'Replaced.' });
    expect(before.registry.agents.get('scout')).toBeUndefined();
    expect(after.registry.agents.get('scout')).toMatchObject({ description: 'Does scout.' });
    expect([...before.registry.agents.keys()]).toEqual([
      'deep-research',
      'explore',
      'general',
      'loop-checker',
      'loop-planner',
      'plan',
      'review',
      'verification',
    ]);
    await before[Symbol.asyncDispose]();
    await session.close();
  });

  it.each([['explore'], ['reviewer'], ['general-purpose'], ['published'], [' published']])(
    'cannot stand before a built-in or published one: %j',
    async (name) => {
      const { session, recorder } = openSession();
      await session.applyCapabilityBatch(
        valueBatch(1, [CapabilityValue.agent({ name: 'published', description: '' })]),
      );
      const thrown = thrownBy(() => session.registerWorkerAgents([worker('safe'), worker(name)]));
      expect(thrown).toMatchObject(
        name.startsWith(' ')
          ? { code: 'agent-invalid' }
          : { code: 'capability', cause: { code: 'runtime-name-conflict', kind: 'agent', publicName: name } },
      );
      expect(session.hasWorkerAgent('safe')).toBe(false);
      expect(recorder.of('registration-refused')).toHaveLength(1);
      expect(recorder.of('registration')).toEqual([]);
      await session.close();
    },
  );

  it('are registered all or not at all', async () => {
    const { session } = openSession();
    const rule = { decision: 'allow', rule: 'read' } as const;
    for (const [last, reason] of [
      [{ ...worker('a'), maxSteps: 0 }, 'maxSteps'],
      [undefined, 'it is no worker agent'],
      [worker('safe'), 'has its name'],
      [{ ...worker('a'), permissions: [{ ...rule, rule: 'not a rule' }] }, 'cannot be read'],
      [
        { ...worker('a'), permissions: Array.from({ length: PERMISSION_RULES_MAX + 1 }, () => rule) },
        'at most',
      ],
    ] as const) {
      const specs = [worker('safe'), last as WorkerAgentSpec];
      expect(thrownBy(() => session.registerWorkerAgents(specs))).toMatchObject({
        code: 'agent-invalid',
        reason: expect.stringContaining(reason),
      });
      expect(session.hasWorkerAgent('safe')).toBe(false);
    }
    await session.close();
  });

  it('are at most so many', async () => {
    const { session } = openSession();
    const all = Array.from({ length: WORKER_AGENTS_MAX }, (_, n) => worker(`agent-${n}`));
    expect(thrownBy(() => session.registerWorkerAgents([...all, worker('one-more')]))).toMatchObject({
      code: 'worker-agent-limit-reached',
      max: WORKER_AGENTS_MAX,
    });
    expect(session.hasWorkerAgent('agent-0')).toBe(false);
    session.registerWorkerAgents(all);
    session.registerWorkerAgent(worker('agent-0'));
    expect(thrownBy(() => session.registerWorkerAgent(worker('one-more')))).toMatchObject({
      code: 'worker-agent-limit-reached',
    });
    await session.close();
  });
});

describe('a published agent', () => {
  it.each([
    ['a built-in agent', 'verifier', 'a built-in agent'],
    ['an agent of the host', 'mine', 'an agent registered by the host'],
  ])('is refused before publication when %s has its name', async (_what, name, heldBy) => {
    const { session, recorder } = openSession();
    session.registerWorkerAgent(worker('mine'));
    const effect = new CountingEffect();
    const batch = valueBatch(1, [CapabilityValue.agent({ name, description: '' })], effect);
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'agent',
      publicName: name,
      heldBy,
    });
    expect(recorder.types).not.toContain('generation-published');
    expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
    await session.close();
  });

  it.each([
    ['it has a flaw', { maxSteps: -1 }],
    ['its rules cannot be read', { permissions: [{ decision: 'allow', rule: 'a b' }] as const }],
  ])('is refused before publication when %s', async (_what, over) => {
    const { session } = openSession();
    const batch = valueBatch(1, [CapabilityValue.agent({ name: 'odd', description: '', ...over })]);
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'agent',
      publicName: 'odd',
    });
    await session.close();
  });
});
