import { describe, expect, it } from 'vitest';
import { type AgentSession, CapabilityValue, type ProjectedUi, type UiBinding } from '../../src/index.js';
import { CountingEffect, LeaseProviderDouble, RecordingTool, Semaphore } from '../../src/testing/index.js';
import { hostBatch, packageBatch, uiOf } from '../kind-builders.js';
import { heldModel, openSession, rejectionOf } from '../session-builders.js';
import { cursor, digestOf } from '../set-builders.js';

async function panelOf(session: AgentSession): Promise<ProjectedUi> {
  const panel = await session.projectedUi('panel');
  if (panel === null) throw new Error('there is no panel');
  return panel;
}

/** Publishes the panel of a package. */
async function publish(
  session: AgentSession,
  generation: number,
  ui: UiBinding,
  effect = new CountingEffect(),
) {
  const provider = new LeaseProviderDouble(cursor(generation, generation.toString(16)));
  const parts = [{ value: CapabilityValue.ui(ui), effects: [effect] }];
  await session.applyCapabilityBatch(packageBatch(generation, provider, parts));
  return { provider, effect };
}

describe('a published UI', () => {
  it('is handed to the host with all that it is', async () => {
    const { session, recorder } = openSession();
    const ui = uiOf('panel');
    const tool = CapabilityValue.tool(new RecordingTool('load'));
    const parts = [{ value: tool }, { value: CapabilityValue.ui(ui), needs: ['tool-0'] }];
    await session.applyCapabilityBatch(hostBatch(1, parts));
    const panel = await panelOf(session);
    expect(panel).toMatchObject({ publicName: 'panel', catalogGeneration: 1, useGeneration: null });
    expect(panel.dependencies.map(String)).toEqual(['host/host:tool:tool-0']);
    expect([panel.binding, panel.document, panel.surfaceDigest]).toEqual([ui, ui.document, ui.surfaceDigest]);
    expect(await panel.close()).toMatchObject({ clean: true, childScopesClosed: 1 });
    expect(recorder.of('handle-opened')).toMatchObject([
      { handleId: panel.id, kind: 'ui', publicName: 'panel', generation: 1 },
    ]);
    expect(recorder.of('handle-closed')).toMatchObject([{ handleId: panel.id, report: { clean: true } }]);
    await session.close();
  });

  it('is kept with its lease across a cutover until the handle is closed', async () => {
    const { session } = openSession();
    const first = await publish(session, 1, uiOf('panel', 'one'));
    const older = await panelOf(session);
    const second = await publish(session, 2, uiOf('panel', 'two'));
    expect(second.provider.acquired).toBe(0);
    const newer = await panelOf(session);
    expect([older, newer].map(({ document }) => document.entry.content)).toEqual([
      '<!doctype html><main>one</main>',
      '<!doctype html><main>two</main>',
    ]);
    expect([older, newer].map((panel) => panel.useGeneration?.generation)).toEqual([1, 2]);
    expect([first.provider.acquired, first.provider.released, second.provider.acquired]).toEqual([1, 0, 1]);
    expect(session.pendingCapabilityCleanupBatches).toBe(0);
    const report = await older.close();
    expect(await older.close()).toBe(report);
    expect(first.provider.released).toBe(1);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
    expect([first.effect.closed, second.effect.closed]).toEqual([1, 0]);
    await newer.close();
    await session.close();
    expect(second.effect.closed).toBe(1);
  });

  it('is in no run, and is held while one is busy', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const model = heldModel(hold, entered);
    const { session } = openSession(model);
    await publish(session, 1, uiOf('panel'));
    const running = session.send('hello');
    await entered.acquire();
    const panel = await panelOf(session);
    hold.add();
    await running;
    expect(model.requests[0]?.tools).toEqual([]);
    expect(panel.isCancelled).toBe(false);
    await panel.close();
    await session.close();
  });

  it('has no names to clash with: tools and other kinds may have its own', async () => {
    const { session } = openSession();
    session.registerDynamicTool(new RecordingTool('panel'));
    await publish(session, 1, uiOf('panel'));
    session.registerDynamicTool(new RecordingTool('panel'));
    await (await panelOf(session)).close();
    await session.close();
  });

  it('is cancelled by the close of its session, but keeps its lease until it is closed itself', async () => {
    const { session } = openSession();
    const { provider, effect } = await publish(session, 1, uiOf('panel'));
    const panel = await panelOf(session);
    await session.close();
    expect([panel.isCancelled, provider.released, effect.closed]).toEqual([true, 0, 1]);
    expect(await panel.close()).toMatchObject({ clean: true });
    expect(provider.released).toBe(1);
    expect(await rejectionOf(session.projectedUi('panel'))).toMatchObject({
      name: 'SessionError',
      code: 'session-closed',
    });
  });

  it('is null under another name or kind, before anything is leased', async () => {
    const { session, recorder } = openSession();
    const { provider } = await publish(session, 1, uiOf('panel'));
    expect(await session.projectedUi('other')).toBeNull();
    expect(await session.projectedFlow('panel')).toBeNull();
    expect(provider.acquired).toBe(0);
    expect(recorder.types).not.toContain('handle-opened');
    await session.close();
  });

  it('is given back by await using', async () => {
    const { session } = openSession();
    const { provider } = await publish(session, 1, uiOf('panel'));
    {
      await using panel = await panelOf(session);
      expect(panel.isCancelled).toBe(false);
    }
    expect(provider.released).toBe(1);
    await session.close();
  });
});

describe('a handle that is refused', () => {
  it('keeps neither lease nor generation', async () => {
    const { session } = openSession();
    const failing = new LeaseProviderDouble(cursor(), { failure: 'no files' });
    const effect = new CountingEffect();
    const parts = [{ value: CapabilityValue.ui(uiOf('panel')), effects: [effect] }];
    await session.applyCapabilityBatch(packageBatch(1, failing, parts));
    expect(await rejectionOf(session.projectedUi('panel'))).toMatchObject({
      name: 'SessionError',
      code: 'capability',
      cause: { code: 'use-lease-acquisition' },
    });
    const abort = AbortSignal.abort();
    expect(await rejectionOf(session.projectedUi('panel', { signal: abort }))).toMatchObject({
      code: 'capability',
      cause: { code: 'cancelled' },
    });
    await session.applyCapabilityBatch(hostBatch(2, [{ value: CapabilityValue.ui(uiOf('panel')) }]));
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1 });
    expect(effect.closed).toBe(1);
    await session.close();
  });

  it('gives back a lease that came when the session was closed already', async () => {
    const { session, recorder } = openSession();
    const hold = new Semaphore();
    const provider = new LeaseProviderDouble(cursor(), { hold });
    await session.applyCapabilityBatch(
      packageBatch(1, provider, [{ value: CapabilityValue.ui(uiOf('panel')) }]),
    );
    const refused = rejectionOf(session.projectedUi('panel'));
    await session.close();
    expect(await refused).toMatchObject({ code: 'session-closed' });
    hold.add();
    await recorder.seen(({ type }) => type === 'late-lease');
    expect([provider.acquired, provider.released]).toEqual([1, 1]);
  });
});

describe('a batch with a UI', () => {
  it('is refused before publication when the UI is not what its descriptor says', async () => {
    const { session } = openSession();
    const effect = new CountingEffect();
    const value = CapabilityValue.ui(uiOf('panel'));
    const refused = session.applyCapabilityBatch(
      hostBatch(1, [{ value, effects: [effect], surfaceDigest: digestOf('0') }]),
    );
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'projection',
      cause: { code: 'surface-digest-mismatch', capability: 'host/host:ui:ui-0' },
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1 });
    expect(effect.closed).toBe(1);
    await session.close();
  });

  it('is refused before publication when the UI depends on what no backend is made of', async () => {
    const { session } = openSession();
    const parts = [
      { value: CapabilityValue.ui(uiOf('base')) },
      { value: CapabilityValue.ui(uiOf('panel')), needs: ['ui-0'] },
    ];
    expect(await rejectionOf(session.applyCapabilityBatch(hostBatch(1, parts)))).toMatchObject({
      code: 'projection',
      cause: { code: 'unsupported-ui-dependency-kind', dependencyKind: 'ui' },
    });
    await session.close();
  });
});
