import {
  Agent,
  CapabilitySource,
  CapabilityValue,
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

const clock = CapabilityValue.tool({
  name: 'clock',
  description: 'Says what time it is, in UTC.',
  parameters: { type: 'object' },
  execute: async () => ToolOutput.success(new Date().toISOString()),
});
const source = CapabilitySource.host('example', Sha256Digest.ofText('clock 1.0'));

const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('clock') });
await using session = agent.buildSession('.', client);
await session.applyCapabilityBatch(SessionCapabilityBatch.fromValues(1, source, [clock]));
const answer = await session.stream('What time is it?');
for await (const text of answer) process.stdout.write(text);
const { usage } = await answer.result;
console.log(`\n${usage.totalTokens} tokens`);
