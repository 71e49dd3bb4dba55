import {
  Agent,
  HookResponse,
  PermissionPolicy,
  RehearsalModel,
  ToolOutput,
} from '@changeover/capability-core';

const model = new RehearsalModel({
  turns: [{ toolCalls: [{ tool: 'read_file', arguments: { path: '.env' } }] }, { text: '{{toolResult}}' }],
});
const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
await using session = agent.buildSession('.', model);

session.registerDynamicTool({
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: async ({ path }) => ToolOutput.success(`The content of ${JSON.stringify(path)}.`),
});
session.registerHook(
  { id: 'no-secrets', eventType: 'pre_tool_use', matcher: 'read_*' },
  {
    handle: ({ data: { arguments: args } }) =>
      JSON.stringify(args).includes('.env')
        ? HookResponse.block('secrets are not for you')
        : HookResponse.continue(),
  },
);
session.registerHook(
  { id: 'log', eventType: 'post_response' },
  {
    handle: ({ data: { text } }) => {
      console.log('answered:', text);
      return HookResponse.continue();
    },
  },
);
await session.send('What does .env say?');
