import { Agent, type LlmClient } from '@changeover/capability-core';
import { type AiSdkLanguageModel, aiSdkClient } from '@changeover/capability-core/ai-sdk';
import { inheritedEnvironment, mcpAdapterFactory } from '@changeover/capability-core/mcp';
import { openAiClient } from '@changeover/capability-core/openai';
import { PackageRegistry } from '@changeover/capability-core/registry';
import { EventRecorder, ScriptedModel } from '@changeover/capability-core/testing';

declare const model: AiSdkLanguageModel;

/** The entries for Node, each with an option of its own. */
export const clients: readonly LlmClient[] = [
  aiSdkClient(model),
  openAiClient({ baseUrl: 'http://127.0.0.1:8080/v1', model: 'llama', apiKey: process.env['KEY'] }),
];
export const adapters = {
  mcp: mcpAdapterFactory({
    environment: { variables: {}, inherited: inheritedEnvironment(process.env), cwd: process.cwd() },
  }),
};
export const registry: Promise<PackageRegistry> = PackageRegistry.open({
  root: 'registry',
  signal: AbortSignal.timeout(1_000),
});
export const session = Agent.fromConfig().buildSession('.', new ScriptedModel());
export const recorder = new EventRecorder(session);
