import {
  type AgentSession,
  CapabilityValue,
  cognitiveSnapshotDigest,
  DocumentKnowledge,
  KnowledgeBinding,
  type KnowledgeEvidence,
  type KnowledgePassage,
  type KnowledgeProvider,
} from '../src/index.js';
import { type Held, publishValue } from './handle-builders.js';
import { digestOf } from './set-builders.js';

const PACKAGE = {
  packageId: 'contra-sense/handbook',
  packageVersion: '0.1.0',
  lifecycleGeneration: 7,
  generationDigest: digestOf('a'),
};
const CONTENT = { surfaceId: 'domain-knowledge', formatVersion: '0.2', contentDigest: digestOf('b') };

/** Evidence that is sound in itself. */
export function evidence({ maxResults = 10 }: { readonly maxResults?: number } = {}): KnowledgeEvidence {
  return {
    ...PACKAGE,
    snapshotDigest: cognitiveSnapshotDigest({ ...PACKAGE, ...CONTENT }),
    knowledge: { ...CONTENT, generation: 3, generationDigest: digestOf('c') },
    limits: { maxResults },
  };
}

/** A passage of a handbook. */
export function passage(over: Partial<KnowledgePassage> = {}): KnowledgePassage {
  return { document: 'handbook.md', location: 'line 1', text: 'Read first.', score: 1, ...over };
}

/** Knowledge that answers whatever it is asked with these passages. */
export function knowledgeOf(
  name: string,
  query: KnowledgeProvider['query'] = async () => [passage()],
  options: { readonly maxResults?: number } = {},
): KnowledgeBinding {
  return new KnowledgeBinding({ name, query }, evidence(options));
}

/** Publishes the knowledge `handbook`, one document with this text. */
export function publishHandbook(session: AgentSession, generation: number, text: string): Promise<Held> {
  const documents = new DocumentKnowledge('handbook', [{ path: 'handbook.md', text }]);
  return publishValue(
    session,
    generation,
    CapabilityValue.knowledge(new KnowledgeBinding(documents, evidence())),
  );
}
