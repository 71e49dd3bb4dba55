import {
  Agent,
  type AgentSession,
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySet,
  CapabilitySource,
  CapabilityValue,
  CodeCatalogGeneration,
  PermissionPolicy,
  SessionCapabilityBatch,
  Sha256Digest,
  ToolOutput,
} from '@changeover/capability-core';
import { openAiClient } from '@changeover/capability-core/openai';

/** A session of this page over a model at an endpoint. */
function open(baseUrl: string): AgentSession {
  const client = openAiClient({ baseUrl, model: 'tiny', apiKey: 'key-of-the-page' });
  const permissionPolicy = new PermissionPolicy().allow('*');
  return Agent.fromConfig({ permissionPolicy }).buildSession('.', client);
}

/** Makes the next generation: one tool, which says which generation it is of. */
async function publish(session: AgentSession, generation: number): Promise<void> {
  const digest = Sha256Digest.ofText(`generation ${generation}`);
  const source = CapabilitySource.host('page', digest);
  const tool = new CapabilityDescriptor({
    source,
    kind: 'tool',
    localId: 'generation',
    publicName: 'generation',
    surfaceDigest: digest,
  });
  const contribution = new CapabilityContribution(source, [tool]);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  const batch = SessionCapabilityBatch.create(set);
  batch.stageValue(
    tool.id,
    CapabilityValue.tool({
      name: 'generation',
      description: 'Says its generation.',
      parameters: { type: 'object', additionalProperties: false },
      execute: async () => ToolOutput.success(`generation ${generation}`),
    }),
  );
  await session.applyCapabilityBatch(batch);
}

/** The text that a run streams. */
async function run(session: AgentSession, prompt: string): Promise<string> {
  const stream = await session.stream(prompt);
  let text = '';
  for await (const piece of stream) text += piece;
  await stream.result;
  return text;
}

const page = { open, publish, run };

declare global {
  interface Window {
    /** What a test may use of this page. */
    readonly sessions: typeof page;
  }
}

Object.assign(window, { sessions: page });
