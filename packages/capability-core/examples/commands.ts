import { Agent, CommandOutput, RehearsalModel } from '@changeover/capability-core';

const model = new RehearsalModel({ turns: [{ text: 'Good morning.' }] });
await using session = Agent.fromConfig().buildSession('.', model);

session.registerCommand({
  name: 'greet',
  description: 'Greets somebody.',
  usage: '/greet name',
  execute: (name, { historyLength }) =>
    CommandOutput.text(`Hello ${name}; ${historyLength} messages so far.`),
});
session.registerCommand({
  name: 'fresh',
  description: 'Begins anew.',
  execute: () => CommandOutput.action('A new page.', { type: 'clear-history' }),
});

for (const prompt of ['Hello.', '/greet Ada', '/fresh', '/greet Ada']) {
  const { text } = await session.send(prompt);
  console.log(text);
}
