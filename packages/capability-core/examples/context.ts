import {
  Agent,
  CONTEXT_METADATA,
  type ContextItem,
  type ContextProvider,
  RehearsalModel,
} from '@changeover/capability-core';

const items: readonly ContextItem[] = [
  {
    id: 'style',
    contextType: 'memory',
    content: 'Answer in one sentence.',
    tokenCount: 5,
    relevance: 0.2,
    metadata: { [CONTEXT_METADATA.required]: true },
  },
  {
    id: 'hours',
    contextType: 'resource',
    content: 'The library is open from 9 to 17.',
    tokenCount: 9,
    relevance: 0.9,
    source: 'hours.md',
    metadata: {},
  },
];

const notebook: ContextProvider = {
  name: 'notebook',
  query: async () => ({ items, totalTokens: 14, provider: 'notebook', truncated: false }),
  onTurnComplete: ({ prompt, response }) => console.log('noted:', prompt, response),
};

const model = new RehearsalModel({ turns: [{ text: 'It closes at 17.' }] });
await using session = Agent.fromConfig({ contextProviders: [notebook] }).buildSession('.', model);
session.subscribe((event) => {
  if (event.type === 'run-context-added') console.log(`${event.items} items`);
});
await session.send('When does the library close?');
