import { Agent, type LlmClient } from '@changeover/capability-core';
import { type AiSdkLanguageModel, aiSdkClient } from '@changeover/capability-core/ai-sdk';
import { openAiClient } from '@changeover/capability-core/openai';
import { EventRecorder, ScriptedModel } from '@changeover/capability-core/testing';

declare const model: AiSdkLanguageModel;

/** What a page uses, which has no types of Node. */
export const clients: readonly LlmClient[] = [
  aiSdkClient(model),
  openAiClient({ baseUrl: 'https://model.test/v1', model: 'llama', fetch: (url, init) => fetch(url, init) }),
];
export const session = Agent.fromConfig().buildSession('.', new ScriptedModel());
export const recorder = new EventRecorder(session);
