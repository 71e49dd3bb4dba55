import { describe, expect, it } from 'vitest';
import { CapabilityValue } from '../src/index.js';
import { CountingEffect, LeaseProviderDouble, RecordingTool, Semaphore } from '../src/testing/index.js';
import { CountingSignal } from './counting-signal.js';
import { panelOf, publishPanel } from './handle-builders.js';
import { hostBatch, packageBatch, uiOf } from './kind-builders.js';
import { heldModel, openSession, rejectionOf } from './session-builders.js';
import { cursor } from './set-builders.js';

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

  it('is in no run, and is held while one is busy', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const model = heldModel(hold, entered);
    const { session } = openSession(model);
    await publishPanel(session, 1);
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
    await publishPanel(session, 1);
    session.registerDynamicTool(new RecordingTool('panel'));
    await (await panelOf(session)).close();
    await session.close();
  });

  it('is null under another name or kind, before anything is leased', async () => {
    const { session, recorder } = openSession();
    const { provider } = await publishPanel(session, 1);
    expect(await session.projectedUi('other')).toBeNull();
    expect(await session.projectedFlow('panel')).toBeNull();
    expect(provider.acquired).toBe(0);
    expect(recorder.types).not.toContain('handle-opened');
    await session.close();
  });

  it('is given back by await using', async () => {
    const { session } = openSession();
    const { provider } = await publishPanel(session, 1);
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

  it('leaves nothing listening to the signal of its caller, nor does one that is closed', async () => {
    const { session } = openSession();
    const signal = new CountingSignal();
    await publishPanel(session, 1);
    const panel = await session.projectedUi('panel', { signal });
    expect(signal.listeners).toBe(1);
    await panel?.close();
    await session.projectedUi('other', { signal });
    await session.close();
    await rejectionOf(session.projectedUi('panel', { signal }));
    expect(signal.listeners).toBe(0);
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
