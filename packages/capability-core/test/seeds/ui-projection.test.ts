import { expect, test } from 'vitest';
import { CapabilityValue } from '../../src/index.js';
import { CountingEffect } from '../../src/testing/index.js';
import { panelOf, publishPanel } from '../handle-builders.js';
import { hostBatch, uiOf } from '../kind-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';
import { digestOf } from '../set-builders.js';

test('ui_handle_keeps_n_document_and_use_lease_across_cutover', async () => {
  const { session } = openSession();
  const first = await publishPanel(session, 1, 'one');
  const older = await panelOf(session);
  const second = await publishPanel(session, 2, 'two');
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

test('session_close_cancels_a_ui_handle_without_releasing_its_use_lease', async () => {
  const { session } = openSession();
  const { provider, effect } = await publishPanel(session, 1);
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

test('ui_surface_digest_mismatch_is_rejected_before_publication', async () => {
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

test('ui_dependency_of_an_unsupported_kind_is_rejected_before_publication', async () => {
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
