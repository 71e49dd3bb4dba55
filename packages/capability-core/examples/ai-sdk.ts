import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Agent } from '@changeover/capability-core';
import { aiSdkClient } from '@changeover/capability-core/ai-sdk';

const provider = createOpenAICompatible({
  name: 'local',
  baseURL: process.env['OPENAI_BASE_URL'] ?? 'http://127.0.0.1:8080/v1',
});
await using session = Agent.fromConfig().buildSession('.', aiSdkClient(provider('llama')));
const { text } = await session.send('Who are you?');
console.log(text);
