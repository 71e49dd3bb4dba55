import { expect, test } from 'vitest';
import { CapabilityValue, type CommandContext, CommandOutput } from '../../src/index.js';
import { CountingEffect, Semaphore } from '../../src/testing/index.js';
import { kindBatch, testSession, useGeneration } from './seed-fixture.js';

type Execute = (context: CommandContext) => Promise<void>;

function commandBatch(
  codeGeneration: number,
  { revision, surface, version }: Readonly<Record<'revision' | 'surface' | 'version', string>>,
  before: Execute = async () => undefined,
  ...effects: readonly CountingEffect[]
) {
  const value = CapabilityValue.command({
    name: 'projected-command',
    description: version,
    execute: async (_args, context) => {
      await before(context);
      return CommandOutput.text(version);
    },
  });
  return kindBatch(codeGeneration, useGeneration(codeGeneration, revision), surface, value, ...effects);
}

const ONE = { revision: 'a', surface: 'b', version: 'generation-one' };
const TWO = { revision: 'c', surface: 'd', version: 'generation-two' };

test('active_run_keeps_n_commands_and_use_lease_across_cutover', async () => {
  const [entered, hold] = [new Semaphore(), new Semaphore()];
  const effects = [new CountingEffect('test.command-one'), new CountingEffect('test.command-two')] as const;
  const wait: Execute = async () => {
    entered.add();
    await hold.acquire();
  };
  const first = commandBatch(1, ONE, wait, effects[0]);
  const second = commandBatch(2, TWO, undefined, effects[1]);
  const session = testSession('command-cutover');
  await session.applyCapabilityBatch(first.batch);

  const old = session.send('/projected-command');
  await entered.acquire();
  expect([first.provider.acquired, first.provider.released]).toEqual([1, 0]);
  await session.applyCapabilityBatch(second.batch);
  expect(first.provider.released).toBe(0);
  expect(second.provider.acquired).toBe(0);
  expect((await session.drainCapabilityCleanup()).retiredBatches).toBe(0);

  hold.add();
  expect((await old).text).toBe('generation-one');
  expect(first.provider.released).toBe(1);
  expect((await session.drainCapabilityCleanup()).retiredBatches).toBe(1);
  expect(effects.map(({ closed }) => closed)).toEqual([1, 0]);

  const stream = await session.stream('/projected-command');
  let text = '';
  for await (const piece of stream) text += piece;
  expect(text).toBe('generation-two');
  expect([second.provider.acquired, second.provider.released]).toEqual([1, 1]);
  await session.close();
  expect(effects.map(({ closed }) => closed)).toEqual([1, 1]);
});

test('unknown_command_takes_and_releases_one_use_lease', async () => {
  const { batch, provider } = commandBatch(1, ONE);
  const session = testSession('command-unknown');
  await session.applyCapabilityBatch(batch);
  expect((await session.send('/another-command')).text).toContain('/another-command');
  expect([provider.acquired, provider.released]).toEqual([1, 1]);
  await session.close();
});

test('unusable_command_is_rejected_before_publication', async () => {
  const session = testSession('command-rejection');
  const before = session.capabilityCatalogStamp;
  const compatibility = {
    name: 'projected-command',
    description: '',
    execute: () => CommandOutput.text('own'),
  };
  session.registerCommand(compatibility);
  const effect = new CountingEffect('test.command');
  const { batch, provider } = commandBatch(1, ONE, undefined, effect);
  await expect(session.applyCapabilityBatch(batch)).rejects.toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'command',
    publicName: 'projected-command',
  });
  expect(session.capabilityCatalogStamp).toEqual(before);
  expect(provider.acquired).toBe(0);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1, effectsClosed: 1 });
  expect(effect.closed).toBe(1);
  expect((await session.send('/projected-command')).text).toBe('own');
  await session.close();
});

test('published_command_rejects_host_registration_under_its_name', async () => {
  const session = testSession('command-shadow');
  await session.applyCapabilityBatch(commandBatch(1, ONE).batch);
  const stamp = session.capabilityCatalogStamp;
  const compatibility = {
    name: 'projected-command',
    description: '',
    execute: () => CommandOutput.text('own'),
  };
  expect(() => session.registerCommand(compatibility)).toThrow(
    expect.objectContaining({
      code: 'capability',
      cause: expect.objectContaining({ code: 'runtime-name-conflict', kind: 'command' }),
    }),
  );
  expect(session.capabilityCatalogStamp).toEqual(stamp);
  expect((await session.send('/projected-command')).text).toBe('generation-one');
  await session.close();
});

test('session_close_cancels_a_command_and_releases_its_use_lease', async () => {
  const entered = new Semaphore();
  const { batch, provider } = commandBatch(1, ONE, async ({ signal }) => {
    entered.add();
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const session = testSession('command-close');
  await session.applyCapabilityBatch(batch);
  const running = expect(session.send('/projected-command')).rejects.toMatchObject({ code: 'run-cancelled' });
  await entered.acquire();
  await session.close();
  await running;
  expect([provider.acquired, provider.released]).toEqual([1, 1]);
});
