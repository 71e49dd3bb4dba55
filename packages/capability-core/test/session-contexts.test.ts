import { describe, expect, it } from 'vitest';
import { type ContextProvider, HookResponse } from '../src/index.js';
import { CONTEXT_PROVIDERS_MAX } from '../src/session/limits.js';
import { LeaseProviderDouble, ManualClock, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { contextBatch, itemOf, packageContextBatch, providerOf, resultOfItems } from './context-builders.js';
import { openSession, rejectionOf } from './session-builders.js';
import { cursor, thrownBy } from './set-builders.js';

/** A model that answers so many times. */
function doneModel(times = 1): ScriptedModel {
  return new ScriptedModel(...Array.from({ length: times }, () => () => ScriptedModel.text('done')));
}

describe('the context of a session', () => {
  it('comes from what it was built with and from what is published, and that is told', async () => {
    const client = doneModel();
    const { session, recorder } = openSession(client, { contextProviders: [providerOf('own')] });
    await session.applyCapabilityBatch(
      contextBatch(1, [
        providerOf('notes', { onTurnComplete: () => undefined }),
        providerOf('broken', { query: () => Promise.reject(new Error('no index')) }),
      ]),
    );
    const { runId } = await session.send('go');
    const system = client.requests[0]?.system ?? '';
    expect([system.includes('from own'), system.includes('from notes')]).toEqual([true, true]);
    expect(
      recorder
        .of('run-context')
        .map(({ provider, phase, outcome, items, message }) => [provider, phase, outcome, items, message]),
    ).toEqual([
      ['own', 'query', 'answered', 1, null],
      ['notes', 'query', 'answered', 1, null],
      ['broken', 'query', 'failed', 0, 'no index'],
      ['notes', 'turn-complete', 'answered', 0, null],
    ]);
    expect(recorder.of('run-context-added')).toMatchObject([{ runId, items: 2, leftOut: 0 }]);
    await session.close();
  });

  it('ends a run with a typed error where one is missing that must not be', async () => {
    const { session } = openSession();
    const strict = providerOf('strict', {
      failureMode: 'fail_closed',
      query: () => Promise.reject(new Error('no index')),
    });
    await session.applyCapabilityBatch(contextBatch(1, [strict]));
    expect(await rejectionOf(session.send('go'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'context-failed', provider: 'strict', reason: 'no index' },
    });
    expect(session.runs()).toMatchObject([{ status: 'failed', errorCode: 'context-failed' }]);
    await session.close();
  });

  it('is not asked for when a hook refuses the prompt', async () => {
    let asked = 0;
    const provider = providerOf('own', {
      query: async () => {
        asked += 1;
        return resultOfItems();
      },
    });
    const { session } = openSession(undefined, { contextProviders: [provider] });
    session.registerHook(
      { id: 'guard', eventType: 'pre_prompt' },
      { handle: () => HookResponse.block('no') },
    );
    expect(await rejectionOf(session.send('go'))).toMatchObject({ cause: { code: 'prompt-refused' } });
    expect(asked).toBe(0);
    await session.close();
  });

  it('is that of the providers as they were when the session was built and the generation published', async () => {
    const client = doneModel();
    const [own, published] = ['own', 'published'].map((name) => ({ ...providerOf(name) }));
    if (own === undefined || published === undefined) throw new Error('there are two');
    const given = [own];
    const { session } = openSession(client, { contextProviders: given });
    await session.applyCapabilityBatch(contextBatch(1, [published]));
    given.length = 0;
    own.query = published.query = async () => resultOfItems(itemOf('changed'));
    await session.send('go');
    expect(client.requests[0]?.system).toContain('from own');
    expect(client.requests[0]?.system).toContain('from published');
    await session.close();
  });

  it('keeps the lease of a run until its providers were told of the end', async () => {
    const clock = new ManualClock();
    const finish = new Semaphore();
    const { session } = openSession(doneModel(), { clock });
    const lease = new LeaseProviderDouble(cursor());
    const provider = providerOf('memory', {
      onTurnComplete: () => finish.acquire(),
    });
    await session.applyCapabilityBatch(packageContextBatch(1, [provider], lease));
    const run = session.send('go');
    await clock.advance(1_000);
    expect([lease.acquired, lease.released]).toEqual([1, 0]);
    finish.add();
    expect(await run).toMatchObject({ text: 'done', closeReport: { clean: true } });
    expect(lease.released).toBe(1);
    await session.close();
  });
});

describe('a context provider of a session', () => {
  it.each<[string, readonly unknown[], string]>([
    ['nothing', [undefined], 'it is no context provider'],
    ['what is there already', [providerOf('a'), providerOf('a')], 'the name "a" is taken'],
    ['the catalog of skills', [providerOf('skills_catalog')], 'the name "skills_catalog" is taken'],
    ['one too many', manyProviders(CONTEXT_PROVIDERS_MAX + 1), `at most ${CONTEXT_PROVIDERS_MAX} providers`],
  ])('is refused when it is %s', (_what, contextProviders, reason) => {
    expect(
      thrownBy(() => openSession(undefined, { contextProviders: contextProviders as ContextProvider[] })),
    ).toMatchObject({
      name: 'SessionError',
      code: 'context-provider-invalid',
      reason: expect.stringContaining(reason),
    });
  });
});

describe('a published context provider', () => {
  it.each<[string, string]>([
    ['own', 'a context provider of the session'],
    ['skills_catalog', 'a built-in context provider'],
  ])('cannot have the name of %s', async (publicName, heldBy) => {
    const { session, recorder } = openSession(undefined, { contextProviders: [providerOf('own')] });
    expect(
      await rejectionOf(session.applyCapabilityBatch(contextBatch(1, [providerOf(publicName)]))),
    ).toMatchObject({ code: 'runtime-name-conflict', kind: 'context', publicName, heldBy });
    expect(recorder.types).not.toContain('generation-published');
    await session.close();
  });

  it.each<[string, Partial<ContextProvider>, Partial<ContextProvider>, string]>([
    ['that is bound to knowledge', { cognitiveBinding: {} }, {}, 'persisted Knowledge/session boundary'],
    ['beside one that is', {}, { cognitiveBinding: {} }, 'exact Session cognitive binding'],
    ['without code', { query: 'text' as never }, {}, 'it has no function query'],
  ])('%s is refused before publication', async (_what, over, ofSession, reason) => {
    const { session } = openSession(undefined, { contextProviders: [providerOf('own', ofSession)] });
    expect(
      await rejectionOf(session.applyCapabilityBatch(contextBatch(1, [providerOf('notes', over)]))),
    ).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'context',
      publicName: 'notes',
      reason: expect.stringContaining(reason),
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    await session.close();
  });

  it('is one of at most so many, those of the session included', async () => {
    const { session } = openSession(undefined, { contextProviders: [providerOf('own')] });
    expect(
      await rejectionOf(session.applyCapabilityBatch(contextBatch(1, manyProviders(CONTEXT_PROVIDERS_MAX)))),
    ).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'context',
      reason: expect.stringContaining(`at most ${CONTEXT_PROVIDERS_MAX} providers`),
    });
    await session.applyCapabilityBatch(contextBatch(1, manyProviders(CONTEXT_PROVIDERS_MAX - 1)));
    await session.close();
  });
});

function manyProviders(count: number): readonly ContextProvider[] {
  return Array.from({ length: count }, (_, n) => providerOf(`provider-${n}`));
}
