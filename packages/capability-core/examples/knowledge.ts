import {
  Agent,
  CapabilitySource,
  CapabilityValue,
  cognitiveSnapshotDigest,
  DocumentKnowledge,
  KnowledgeBinding,
  PermissionPolicy,
  RehearsalModel,
  SessionCapabilityBatch,
} from '@changeover/capability-core';

const handbook = new DocumentKnowledge('handbook', [
  { path: 'travel.md', text: '# Travel\n\nBook a train.\n\n## Receipts\n\nHand them in within a week.' },
]);

/** Says which edition of which package's knowledge the answers come from. */
const { contentDigest } = handbook;
const identity = {
  packageId: 'acme/handbook',
  packageVersion: '1.0',
  lifecycleGeneration: 1,
  generationDigest: contentDigest,
};
const content = { surfaceId: 'handbook', formatVersion: '1', contentDigest };
const knowledge = new KnowledgeBinding(handbook, {
  ...identity,
  snapshotDigest: cognitiveSnapshotDigest({ ...identity, ...content }),
  knowledge: { ...content, generation: 1, generationDigest: contentDigest },
  limits: { maxResults: 10 },
});

const source = CapabilitySource.host('example', contentDigest);
const batch = SessionCapabilityBatch.fromValues(1, source, [CapabilityValue.knowledge(knowledge)]);

const model = new RehearsalModel({
  turns: [
    { toolCalls: [{ tool: 'search_knowledge', arguments: { query: 'when to hand in receipts', limit: 1 } }] },
    { text: 'Within a week (travel.md, Receipts).' },
  ],
});
const permissionPolicy = new PermissionPolicy().allow('search_knowledge');
await using session = Agent.fromConfig({ permissionPolicy }).buildSession('.', model);
await session.applyCapabilityBatch(batch);
session.subscribe((event) => {
  if (event.type === 'run-tool-call' && event.phase === 'finished') console.log(event.content);
});
const { text } = await session.send('Until when can I hand in my receipts?');
console.log(text);
