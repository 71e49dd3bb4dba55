import { expect, test } from 'vitest';
import { CapabilityValue } from '../../src/index.js';
import { CountingEffect, ScriptedModel, Semaphore } from '../../src/testing/index.js';
import { hostBatch } from '../kind-builders.js';
import { knowledgeOf, publishHandbook } from '../knowledge-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';

/** A model that looks something up, once it may, and then ends; twice. */
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

test('active_run_keeps_n_knowledge_and_use_lease_across_cutover', async () => {
  const [hold, entered] = [new Semaphore(), new Semaphore()];
  const model = curious(hold, entered);
  const { session, recorder } = openSession(model);
  const first = await publishHandbook(session, 1, '# Travel\nTrains are slow.');
  const older = session.send('How do we travel?');
  await entered.acquire();
  const second = await publishHandbook(session, 2, '# Travel\nTrains are fast.');
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
        'Passages of "handbook" on "trains", the best first.\n\n' +
        `[1] handbook.md, lines 1-2, Travel\n# Travel\nTrains are ${speed}.`,
    ),
  );
  const results = model.requests.flatMap(({ messages }) => messages.flatMap(({ content }) => content));
  expect(results.find(({ type }) => type === 'tool_result')).toMatchObject({ trust: 'external' });
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  await session.drainCapabilityCleanup();
  expect([first.effect.closed, second.effect.closed]).toEqual([1, 0]);
  await session.close();
});

test('second_knowledge_is_rejected_before_publication', async () => {
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
