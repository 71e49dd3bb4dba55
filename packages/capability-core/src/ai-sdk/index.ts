export { aiSdkClient } from './ai-sdk-client.js';
export type { AiSdkCallOptions, AiSdkLanguageModel } from './language-model.js';
