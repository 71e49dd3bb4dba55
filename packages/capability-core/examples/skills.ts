import { Agent, PermissionPolicy, RehearsalModel, type Skill } from '@changeover/capability-core';

const minutes: Skill = {
  name: 'office:minutes',
  description: 'Writes the minutes of a meeting.',
  version: '1.0',
  kind: 'instruction',
  tags: ['meeting', 'writing'],
  content: 'Name who was there, then one line for each decision.',
  allowedTools: 'Read',
  disableModelInvocation: false,
};

const model = new RehearsalModel({
  turns: [
    { toolCalls: [{ tool: 'search_skills', arguments: { query: 'meeting minutes' } }] },
    { toolCalls: [{ tool: 'Skill', arguments: { name: 'minutes' } }] },
    { text: 'Ada and Grace were there. We meet again on Monday.' },
  ],
});
const permissionPolicy = new PermissionPolicy().allow('search_skills').allow('Skill');
await using session = Agent.fromConfig({ permissionPolicy }).buildSession('.', model);

session.addSkill(minutes);
session.subscribe((event) => {
  if (event.type === 'run-tool-call' && event.phase === 'finished') console.log(event.content);
});
const { text } = await session.send('Write up our meeting.');
console.log(text);
