import {
  Agent,
  type AgentSession,
  CapabilityContribution,
  type CapabilityEffect,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  type LlmClient,
  type LlmRequest,
  McpBinding,
  type McpClient,
  messageText,
  PermissionPolicy,
  SessionCapabilityBatch,
  type SessionEvent,
  type SessionOptions,
  type Tool,
} from '../src/index.js';
import {
  EventRecorder,
  type LeaseProviderDouble,
  ReadyAdapter,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { descriptor, hostSource, idIn, packageSet, toolSet } from './set-builders.js';

/** A session of one test, in which every tool may be called, and a recorder of its events. */
export function openSession(
  client: LlmClient = new ScriptedModel(),
  options: SessionOptions = {},
): { readonly session: AgentSession; readonly recorder: EventRecorder<SessionEvent> } {
  const session = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') }).buildSession(
    '/work',
    client,
    { sessionId: 'session', ...options },
  );
  return { session, recorder: new EventRecorder<SessionEvent>(session) };
}

/** A batch of one host's tools that are ready at once; the first holds the effects. */
export function toolBatch(
  generation: number,
  tools: readonly Tool[],
  ...effects: readonly CapabilityEffect[]
): SessionCapabilityBatch {
  const set = toolSet(
    generation,
    tools.map(({ name }) => name),
  );
  const batch = SessionCapabilityBatch.create(set);
  for (const [index, tool] of tools.entries()) {
    batch.stage(
      idIn(set, tool.name),
      new ReadyAdapter(CapabilityValue.tool(tool), ...(index === 0 ? effects : [])),
    );
  }
  return batch;
}

/** A batch of one MCP server with these tools, beside the host's own tools. */
export function mcpBatch(
  generation: number,
  serverName: string,
  toolNames: readonly string[],
  {
    client = {},
    beside = [],
  }: { readonly client?: Partial<McpClient>; readonly beside?: readonly Tool[] } = {},
): SessionCapabilityBatch {
  const source = hostSource();
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [
    new CapabilityContribution(source, [
      descriptor(serverName, { source, kind: 'mcp' }),
      ...beside.map((tool, index) => descriptor(`tool-${index}`, { source, publicName: tool.name })),
    ]),
  ]);
  const connection: McpClient = Object.defineProperties(
    { serverName, connected: true, callTool: async () => ({ content: 'from the server', isError: false }) },
    Object.getOwnPropertyDescriptors(client),
  );
  const definitions = toolNames.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const batch = SessionCapabilityBatch.create(set);
  batch.stageValue(
    idIn(set, serverName),
    CapabilityValue.mcp(new McpBinding(serverName, connection, definitions)),
  );
  for (const [index, tool] of beside.entries()) {
    batch.stageValue(idIn(set, `tool-${index}`), CapabilityValue.tool(tool));
  }
  return batch;
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => {
      throw new Error('it did not reject');
    },
    (error: unknown) => error,
  );
}

/** A model that answers each prompt with its echo, one permit for each call. */
export function heldModel(hold: Semaphore, entered = new Semaphore()): ScriptedModel {
  const steps = Array.from({ length: 64 }, () => async ({ messages }: LlmRequest) => {
    entered.add();
    await hold.acquire();
    const prompt = messages.findLast(({ role }) => role === 'user');
    return ScriptedModel.text(`echo ${prompt === undefined ? '' : messageText(prompt)}`);
  });
  return new ScriptedModel(...steps);
}

/** Publishes one package's tool. */
export async function publishPackageTool(
  session: AgentSession,
  generation: number,
  tool: Tool,
  provider: LeaseProviderDouble,
): Promise<void> {
  const set = packageSet(generation, [tool.name], provider.useGeneration);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stageValue(idIn(set, tool.name), CapabilityValue.tool(tool));
  await session.applyCapabilityBatch(batch);
}
