export type { OpenAiClientOptions } from './client-options.js';
export { openAiClient } from './open-ai-client.js';
