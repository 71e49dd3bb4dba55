import {
  Agent,
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

const client = openAiClient({
  baseUrl: process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
  model: process.env['OPENAI_MODEL'] ?? 'gpt-5-mini',
  apiKey: process.env['OPENAI_API_KEY'],
});

const digest = Sha256Digest.ofText('clock 1.0');
const source = CapabilitySource.host('example', digest);
const clock = new CapabilityDescriptor({
  source,
  kind: 'tool',
  localId: 'clock',
  publicName: 'clock',
  surfaceDigest: digest,
});
const contribution = new CapabilityContribution(source, [clock]);
const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [contribution]);
const batch = SessionCapabilityBatch.create(set);
batch.stageValue(
  clock.id,
  CapabilityValue.tool({
    name: 'clock',
    description: 'Says what time it is, in UTC.',
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success(new Date().toISOString()),
  }),
);

const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('clock') });
await using session = agent.buildSession('.', client);
await session.applyCapabilityBatch(batch);
const answer = await session.stream('What time is it?');
for await (const text of answer) process.stdout.write(text);
const { usage } = await answer.result;
console.log(`\n${usage.totalTokens} tokens`);
