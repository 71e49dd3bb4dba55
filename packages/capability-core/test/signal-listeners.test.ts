import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  CapabilityScope,
  CapabilitySet,
  CapabilityValue,
  SessionCapabilityBatch,
  type Tool,
  ToolOutput,
} from '../src/index.js';
import { HeldAdapter, RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { heldModel, openSession, toolBatch } from './session-builders.js';
import { idIn, toolSet } from './set-builders.js';

/** More than the ten listeners that a runtime takes for a leak. */
const MANY = 32;

const warnings: string[] = [];
const note = ({ name }: Error): number => warnings.push(name);

beforeEach(() => {
  warnings.length = 0;
  process.on('warning', note);
});

afterEach(() => {
  process.off('warning', note);
});

it('many runs under one signal of the host warn of no leak', async () => {
  const hold = new Semaphore();
  const { session } = openSession(heldModel(hold), { maxConcurrentRuns: MANY });
  const { signal } = new AbortController();
  const runs = await Promise.all(Array.from({ length: MANY }, () => session.spawnRun('go', { signal })));
  for (const _ of runs) hold.add();
  await Promise.all(runs.map(({ result }) => result));
  await session.close();
  await expectNoWarning();
});

it('many batches and admissions under one signal of the host warn of no leak', async () => {
  const { session } = openSession();
  const { signal } = new AbortController();
  const batches = Array.from({ length: MANY }, () => toolBatch(1, [new RecordingTool('tool')]));
  await Promise.allSettled(batches.map((batch) => session.applyCapabilityBatch(batch, { signal })));
  const runs = await Promise.all(Array.from({ length: MANY }, () => session.admitCapabilityRun({ signal })));
  for (const run of runs) await run[Symbol.asyncDispose]();
  await session.close();
  await expectNoWarning();
});

it('many tool calls side by side warn of no leak', async () => {
  const side: Tool = {
    name: 'side',
    description: 'runs beside others',
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success('done'),
    capabilities: () => ({
      readOnly: true,
      idempotent: true,
      resumable: true,
      cancellationSafe: true,
      supportsPagination: false,
      maxParallelism: MANY,
      outputKind: 'text',
    }),
  };
  const calls = Array.from({ length: MANY }, (_, index) => ({ name: 'side', id: `call-${index}` }));
  const { session } = openSession(
    new ScriptedModel(
      () => ScriptedModel.toolCalls(...calls),
      () => ScriptedModel.text('end'),
    ),
    {
      limits: { maxParallelTasks: MANY },
    },
  );
  await session.applyCapabilityBatch(toolBatch(1, [side]));
  await session.send('go');
  await session.close();
  await expectNoWarning();
});

it('many adapters side by side, each listening to its signal, warn of no leak', async () => {
  const { session } = openSession(undefined, { prepareConcurrency: MANY });
  const tools = Array.from({ length: MANY }, (_, index) => new RecordingTool(`tool-${index}`));
  const set = toolSet(
    1,
    tools.map(({ name }) => name),
  );
  const batch = SessionCapabilityBatch.create(set);
  const adapters = tools.map((tool) => new HeldAdapter(CapabilityValue.tool(tool)));
  for (const [index, adapter] of adapters.entries()) batch.stage(idIn(set, `tool-${index}`), adapter);
  const applied = session.applyCapabilityBatch(batch);
  for (const adapter of adapters) await adapter.entered.acquire();
  for (const adapter of adapters) adapter.finish();
  await applied;
  await session.close();
  await expectNoWarning();
});

it('many tasks of one scope, each listening to its signal, warn of no leak', async () => {
  const scope = CapabilityScope.openSession({ set: CapabilitySet.empty(), localId: 'host' });
  for (let index = 0; index < MANY; index += 1) {
    scope.spawn('listener', ({ signal }) => {
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    });
  }
  expect(await scope.close()).toMatchObject({ tasksCompleted: MANY, clean: true });
  await expectNoWarning();
});

/** Warnings are told in a later turn of the event loop. */
async function expectNoWarning(): Promise<void> {
  await setImmediate();
  expect(warnings).toEqual([]);
}
