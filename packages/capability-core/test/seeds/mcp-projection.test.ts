import { expect, test } from 'vitest';
import { type AgentSession, CapabilityValue, McpBinding, type McpClient } from '../../src/index.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../../src/testing/index.js';
import { type Part, packageBatch } from '../kind-builders.js';
import { openSession, rejectionOf } from '../session-builders.js';
import { cursor, thrownBy } from '../set-builders.js';

/** A server whose tools answer with its version. */
function serverOf(
  name: string,
  version: string,
  tools: readonly string[] = ['read'],
  over: Partial<McpClient> = {},
) {
  const client: McpClient = Object.defineProperties(
    { serverName: name, connected: true, callTool: async () => ({ content: version, isError: false }) },
    Object.getOwnPropertyDescriptors(over),
  );
  const definitions = tools.map((tool) => ({
    name: tool,
    description: version,
    inputSchema: { type: 'object' },
  }));
  return CapabilityValue.mcp(new McpBinding(name, client, definitions));
}

async function publish(session: AgentSession, generation: number, ...parts: readonly Part[]) {
  const provider = new LeaseProviderDouble(cursor(generation, generation.toString(16)));
  await session.applyCapabilityBatch(packageBatch(generation, provider, parts));
  return provider;
}

/** A model that calls the tool of the server, once it may. */
function reader(hold: Semaphore, entered: Semaphore): ScriptedModel {
  const steps = [1, 2].flatMap(() => [
    async () => {
      entered.add();
      await hold.acquire();
      return ScriptedModel.toolCalls({ name: 'mcp__files__read' });
    },
    () => ScriptedModel.text('done'),
  ]);
  return new ScriptedModel(...steps);
}

async function refusalOf(session: AgentSession, ...parts: readonly Part[]): Promise<unknown> {
  const effect = new CountingEffect();
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('there is one');
  const refused = await rejectionOf(publish(session, 1, { ...first, effects: [effect] }, ...others));
  expect(session.capabilityCatalogStamp.generation).toBe(0);
  expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1 });
  expect(effect.closed).toBe(1);
  await session.close();
  return refused;
}

test('active_run_keeps_n_mcp_client_definitions_and_use_lease_across_cutover', async () => {
  const [hold, entered] = [new Semaphore(), new Semaphore()];
  const model = reader(hold, entered);
  const { session, recorder } = openSession(model);
  const effects = [new CountingEffect(), new CountingEffect()] as const;
  const first = await publish(session, 1, { value: serverOf('files', 'one'), effects: [effects[0]] });
  const older = session.send('read');
  await entered.acquire();
  const second = await publish(session, 2, { value: serverOf('files', 'two'), effects: [effects[1]] });
  expect([first.released, second.acquired]).toEqual([0, 0]);
  hold.add();
  await older;
  // The lease ends with the run, the server when somebody drains.
  expect([first.acquired, first.released, effects[0].closed]).toEqual([1, 1, 0]);
  await session.drainCapabilityCleanup();
  expect([effects[0].closed, effects[1].closed]).toEqual([1, 0]);
  hold.add();
  await session.send('read');
  expect(model.requests.map(({ tools }) => tools[0]?.description)).toEqual(['one', 'one', 'two', 'two']);
  const told = recorder
    .of('run-tool-call')
    .flatMap((event) => (event.phase === 'finished' ? event.content : []));
  expect(told).toEqual(['one', 'two']);
  await session.close();
  expect(effects[1].closed).toBe(1);
});

test('published_mcp_server_rejects_host_tools_under_its_wrapper_names', async () => {
  const { session } = openSession();
  await publish(session, 1, { value: serverOf('files', 'one') });
  expect(thrownBy(() => session.registerDynamicTool(new RecordingTool('mcp__files__read')))).toMatchObject({
    code: 'capability',
    cause: { code: 'runtime-name-conflict', kind: 'tool', publicName: 'mcp__files__read' },
  });
  session.registerDynamicTool(new RecordingTool('read'));
  session.registerDynamicTool(new RecordingTool('mcp__files__write'));
  await session.close();
});

test('published_mcp_server_rejects_host_servers_under_its_name', async () => {
  const { session, recorder } = openSession();
  await publish(session, 1, { value: serverOf('files', 'one') });
  let prepared = 0;
  const adapter = {
    prepare: async (): Promise<never> => {
      prepared += 1;
      throw new Error('it is never prepared');
    },
  };
  const refusal = {
    name: 'SessionError',
    code: 'capability',
    cause: {
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: 'files',
      heldBy: 'use/acme/tools:mcp:mcp-0',
    },
  };
  expect(await rejectionOf(session.addMcpServer('files', adapter))).toMatchObject(refusal);
  expect(await rejectionOf(session.removeMcpServer('files'))).toMatchObject(refusal);
  expect(prepared).toBe(0);
  expect(recorder.of('registration-refused')).toMatchObject([
    { kind: 'mcp', publicName: 'files', code: 'runtime-name-conflict' },
    { kind: 'mcp', publicName: 'files', code: 'runtime-name-conflict' },
  ]);
  await session.close();
});

test('host_tool_conflict_is_rejected_before_mcp_publication', async () => {
  const { session } = openSession();
  session.registerDynamicTool(new RecordingTool('mcp__files__read'));
  expect(await refusalOf(session, { value: serverOf('files', 'one') })).toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'mcp',
    publicName: 'mcp__files__read',
  });
});

test('projected_tool_conflict_is_rejected_before_mcp_publication', async () => {
  const { session } = openSession();
  const tool = { value: CapabilityValue.tool(new RecordingTool('mcp__files__read')) };
  expect(await refusalOf(session, { value: serverOf('files', 'one') }, tool)).toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'mcp',
    publicName: 'mcp__files__read',
    heldBy: 'use/acme/tools:tool:tool-1',
  });
});

test('wrapper_name_conflict_of_two_servers_is_rejected_before_publication', async () => {
  const { session } = openSession();
  const parts = [{ value: serverOf('a', 'one', ['b__c']) }, { value: serverOf('a__b', 'one', ['c']) }];
  expect(await refusalOf(session, ...parts)).toMatchObject({
    code: 'runtime-name-conflict',
    kind: 'mcp',
    publicName: 'mcp__a__b__c',
  });
});

test('disconnected_mcp_client_is_rejected_before_publication', async () => {
  const { session } = openSession();
  let connected = true;
  const client = {
    get connected() {
      return connected;
    },
  };
  const value = serverOf('files', 'one', ['read'], client);
  connected = false;
  expect(await refusalOf(session, { value })).toMatchObject({
    code: 'runtime-value-invalid',
    kind: 'mcp',
    publicName: 'files',
  });
});
