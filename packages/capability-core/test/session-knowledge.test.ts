import { describe, expect, it } from 'vitest';
import { CapabilityValue, PermissionPolicy } from '../src/index.js';
import { RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { providerOf } from './context-builders.js';
import { hostBatch } from './kind-builders.js';
import { knowledgeOf, publishHandbook } from './knowledge-builders.js';
import { openSession, rejectionOf } from './session-builders.js';
import { thrownBy } from './set-builders.js';

describe('published knowledge', () => {
  it('is in the registry of each run, and its tool in none without it', async () => {
    const { session } = openSession();
    const before = await session.admitCapabilityRun();
    expect([before.registry.knowledge, before.registry.tools.size]).toEqual([null, 0]);
    await publishHandbook(session, 1, 'a');
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
    await publishHandbook(session, 1, 'Trains.');
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
  const handbook = { value: CapabilityValue.knowledge(knowledgeOf('handbook')) };

  it('so no context provider of the host stands beside it', async () => {
    const { session } = openSession(undefined, { contextProviders: [providerOf('notes')] });
    expect(await rejectionOf(session.applyCapabilityBatch(hostBatch(1, [handbook])))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'knowledge',
      publicName: 'handbook',
      reason: expect.stringContaining('Session-static general-purpose Context'),
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    await session.close();
  });

  it('so no published context stands beside it', async () => {
    const { session } = openSession();
    const batch = hostBatch(1, [handbook, { value: CapabilityValue.context(providerOf('notes')) }]);
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'knowledge',
      reason: expect.stringContaining('Published general-purpose Context'),
    });
    await session.close();
  });
});
