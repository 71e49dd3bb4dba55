import { describe, expect, it } from 'vitest';
import { CapabilityProjection } from '../../src/catalog/capability-projection.js';
import { CapabilityReadinessPlan } from '../../src/catalog/capability-readiness-plan.js';
import {
  type AgentSession,
  CapabilityContribution,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  DocumentKnowledge,
  KnowledgeBinding,
  PermissionPolicy,
} from '../../src/index.js';
import { projectedKnowledge } from '../../src/session/projected-knowledge.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../../src/testing/index.js';
import { hostBatch, packageBatch } from '../kind-builders.js';
import { evidence, knowledgeOf } from '../knowledge-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';
import { cursor, descriptor, hostSource, thrownBy } from '../set-builders.js';

const handbook = (text: string): DocumentKnowledge =>
  new DocumentKnowledge('handbook', [{ path: 'handbook.md', text }]);

async function publish(session: AgentSession, generation: number, text: string) {
  const provider = new LeaseProviderDouble(cursor(generation, generation.toString(16)));
  const effect = new CountingEffect();
  const value = CapabilityValue.knowledge(new KnowledgeBinding(handbook(text), evidence()));
  await session.applyCapabilityBatch(packageBatch(generation, provider, [{ value, effects: [effect] }]));
  return { provider, effect };
}

/** A model that looks something up, after the first permit, and says what it has read. */
function curious(hold: Semaphore, entered: Semaphore): ScriptedModel {
  const steps = [1, 2].flatMap(() => [
    async () => {
      entered.add();
      await hold.acquire();
      return ScriptedModel.toolCalls({ name: 'search_knowledge', input: { query: 'trains' } });
    },
    () => ScriptedModel.text('done'),
  ]);
  return new ScriptedModel(...steps);
}

describe('published knowledge', () => {
  it('is searched by a run and cited, and the run keeps it across a cutover', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const model = curious(hold, entered);
    const { session, recorder } = openSession(model);
    const first = await publish(session, 1, '# Travel\nTrains are slow.');
    const older = session.send('How do we travel?');
    await entered.acquire();
    const second = await publish(session, 2, '# Travel\nTrains are fast.');
    expect([first.provider.released, second.provider.acquired]).toEqual([0, 0]);
    hold.add();
    await older;
    expect(first.provider.released).toBe(1);
    hold.add();
    await session.send('And now?');
    const told = recorder
      .of('run-tool-call')
      .flatMap((event) => (event.phase === 'finished' ? event.content : []));
    expect(told).toEqual(
      ['slow', 'fast'].map(
        (speed) =>
          '1 passages of "handbook" on "trains", the best first.\n\n' +
          `[1] handbook.md, Travel, lines 1-2\n# Travel\nTrains are ${speed}.`,
      ),
    );
    const results = model.requests.flatMap(({ messages }) => messages.flatMap(({ content }) => content));
    expect(results.find(({ type }) => type === 'tool_result')).toMatchObject({ trust: 'external' });
    expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
    await session.drainCapabilityCleanup();
    expect([first.effect.closed, second.effect.closed]).toEqual([1, 0]);
    await session.close();
  });

  it('is in the registry of each run, and its tool in none without it', async () => {
    const { session } = openSession();
    const before = await session.admitCapabilityRun();
    expect([before.registry.knowledge, before.registry.tools.size]).toEqual([null, 0]);
    await publish(session, 1, 'a');
    const run = await session.admitCapabilityRun();
    expect(run.registry.knowledge?.name).toBe('handbook');
    expect([...run.registry.tools.keys()]).toEqual(['search_knowledge']);
    for (const one of [before, run]) await one[Symbol.asyncDispose]();
    await session.close();
  });

  it('needs the policy’s word to be searched', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'search_knowledge', input: { query: 'trains' } }),
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model, {
      permissionPolicy: new PermissionPolicy().deny('search_knowledge'),
    });
    await publish(session, 1, 'Trains.');
    await session.send('go');
    expect(recorder.of('run-tool-call').at(-1)).toMatchObject({ phase: 'finished', success: false });
    await session.close();
  });

  it('stops being searched when the run is cancelled', async () => {
    const entered = new Semaphore();
    const signals: AbortSignal[] = [];
    const knowledge = knowledgeOf('handbook', async (_query, { signal }) => {
      signals.push(signal);
      entered.add();
      return await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const model = new ScriptedModel(() =>
      ScriptedModel.toolCalls({ name: 'search_knowledge', input: { query: 'trains' } }),
    );
    const { session } = openSession(model);
    await session.applyCapabilityBatch(hostBatch(1, [{ value: CapabilityValue.knowledge(knowledge) }]));
    const abort = new AbortController();
    const sent = rejectionOf(session.send('go', { signal: abort.signal }));
    await entered.acquire();
    abort.abort();
    expect(await sent).toMatchObject({ code: 'run-cancelled' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await session.close();
  });
});

describe('a batch with knowledge is refused before publication', () => {
  it('when there are two', async () => {
    const { session } = openSession();
    const effect = new CountingEffect();
    const parts = ['handbook', 'atlas'].map((name) => ({
      value: CapabilityValue.knowledge(knowledgeOf(name)),
      effects: [effect],
    }));
    expect(await rejectionOf(session.applyCapabilityBatch(hostBatch(1, parts)))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'knowledge',
      publicName: 'atlas',
      reason: expect.stringContaining('exactly one'),
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 2 });
    await session.close();
  });

  it('when a tool has the name of the one that searches it', async () => {
    const { session } = openSession();
    const refusal = { code: 'runtime-name-conflict', kind: 'tool', publicName: 'search_knowledge' };
    const tool = new RecordingTool('search_knowledge');
    const parts = [
      { value: CapabilityValue.knowledge(knowledgeOf('handbook')) },
      { value: CapabilityValue.tool(tool) },
    ];
    expect(await rejectionOf(session.applyCapabilityBatch(hostBatch(1, parts)))).toMatchObject(refusal);
    expect(thrownBy(() => session.registerDynamicTool(tool))).toMatchObject({ cause: refusal });
    await session.close();
  });

  it('when it has another name than its descriptor', async () => {
    const { session } = openSession();
    const value = CapabilityValue.knowledge(knowledgeOf('handbook'));
    const prepares = CapabilityValue.knowledge(knowledgeOf('atlas'));
    expect(
      await rejectionOf(session.applyCapabilityBatch(hostBatch(1, [{ value, prepares }]))),
    ).toMatchObject({
      code: 'projection',
      cause: { code: 'public-name-mismatch', expected: 'handbook', actual: 'atlas' },
    });
    await session.close();
  });
});

describe('knowledge is the only authority of a run', () => {
  /** A projection of knowledge alone. */
  function alone(): CapabilityProjection {
    const batch = hostBatch(1, [{ value: CapabilityValue.knowledge(knowledgeOf('handbook')) }]);
    const set = batch.target;
    const values = set.capabilities.map(
      ({ id }) => [id, CapabilityValue.knowledge(knowledgeOf('handbook'))] as const,
    );
    return CapabilityProjection.create(set, CapabilityReadinessPlan.fromSet(set), values);
  }

  it('so no context provider of the host stands beside it', () => {
    const projection = alone();
    expect(projectedKnowledge(projection, 0)?.name).toBe('handbook');
    expect(thrownBy(() => projectedKnowledge(projection, 1))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'knowledge',
      publicName: 'handbook',
      reason: expect.stringContaining('Session-static general-purpose Context'),
    });
  });

  it('so no published context stands beside it', () => {
    const { entries } = alone();
    const source = hostSource('later');
    const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [
      new CapabilityContribution(source, [descriptor('notes', { source, kind: 'context' })]),
    ]);
    expect(thrownBy(() => projectedKnowledge({ entries, set }, 0))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'knowledge',
      reason: expect.stringContaining('general-purpose Context'),
    });
    expect(projectedKnowledge({ entries: [], set }, 1)).toBeNull();
  });
});
