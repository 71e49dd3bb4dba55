import { Agent, PermissionPolicy, RehearsalModel, ToolOutput } from '@changeover/capability-core';

const lead = new RehearsalModel({
  turns: [
    { toolCalls: [{ tool: 'task', arguments: { agent: 'librarian', prompt: 'Which paper do we use?' } }] },
    { text: 'The librarian says: {{toolResult}}' },
  ],
});
const reader = new RehearsalModel({
  turns: [
    { toolCalls: [{ tool: 'search_notes', arguments: { words: 'paper' } }] },
    { text: 'Notes of March: {{toolResult}}' },
  ],
});

const agent = Agent.fromConfig({
  delegation: true,
  permissionPolicy: new PermissionPolicy().allow('*'),
  resolveModel: async () => reader,
});
await using session = agent.buildSession('.', lead);

session.registerDynamicTool({
  name: 'search_notes',
  description: 'Searches the notes.',
  parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
  execute: async () => ToolOutput.success('Paper is A4.'),
});
session.registerWorkerAgent({
  kind: 'read_only',
  name: 'librarian',
  description: 'Finds where a decision was written down.',
  permissions: [{ decision: 'allow', rule: 'search_*' }],
  model: { model: 'reader' },
});
const { text } = await session.send('Order paper.');
console.log(text);
