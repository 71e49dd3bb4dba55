import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import { KnowledgeError } from './knowledge-error.js';
import { checkedEvidence, type KnowledgeEvidence } from './knowledge-evidence.js';
import type { KnowledgePassage, KnowledgeProvider, KnowledgeQuery } from './knowledge-provider.js';
import { KNOWLEDGE_PASSAGE_BYTES_MAX } from './limits.js';
import { publicNameFlaw } from './public-name.js';

const answerSchema = z.array(
  z.object({ document: z.string(), location: z.string(), text: z.string(), score: z.number() }).readonly(),
);

/** A provider of knowledge, and evidence of what it answers from. A generation holds one of them at most. */
export class KnowledgeBinding {
  readonly name: string;
  readonly provider: KnowledgeProvider;
  /** A frozen copy. */
  readonly evidence: KnowledgeEvidence;
  readonly #query: KnowledgeProvider['query'];

  /** @throws {KnowledgeError} `invalid-provider`, `invalid-evidence` or `snapshot-digest-mismatch` */
  constructor(provider: KnowledgeProvider, evidence: KnowledgeEvidence) {
    const name: unknown = provider?.name;
    const flaw = typeof name === 'string' ? publicNameFlaw(name) : 'it has no name that is a text';
    if (flaw !== null) {
      throw new KnowledgeError({ code: 'invalid-provider', reason: flaw });
    }
    if (typeof provider.query !== 'function') {
      throw new KnowledgeError({ code: 'invalid-provider', reason: 'it has no function query' });
    }
    this.name = provider.name;
    this.provider = provider;
    this.evidence = checkedEvidence(evidence);
    // The function that is there now, so that another one put in its place later is not called.
    this.#query = provider.query.bind(provider);
    Object.freeze(this);
  }

  /**
   * Asks the provider, within the limit of the evidence; what it gives beyond that is left out.
   *
   * @throws {KnowledgeError} `invalid-answer`
   * @throws what the provider rejects with
   */
  async query(
    { text, maxResults }: KnowledgeQuery,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<readonly KnowledgePassage[]> {
    const max = Math.min(maxResults, this.evidence.limits.maxResults);
    const answer: unknown = await this.#query({ text, maxResults: max }, { signal });
    const parsed = answerSchema.safeParse(Array.isArray(answer) ? answer.slice(0, max) : answer);
    if (!parsed.success) {
      throw this.#refused(`its ${parsed.error.issues[0]?.path.join('.') || 'form'} is not that of passages`);
    }
    if (parsed.data.some((passage) => bytesOf(passage) > KNOWLEDGE_PASSAGE_BYTES_MAX)) {
      throw this.#refused(`a passage takes over ${KNOWLEDGE_PASSAGE_BYTES_MAX} bytes`);
    }
    return parsed.data;
  }

  #refused(reason: string): KnowledgeError {
    return new KnowledgeError({ code: 'invalid-answer', provider: this.name, reason });
  }
}

function bytesOf({ document, location, text }: KnowledgePassage): number {
  return utf8Length(document) + utf8Length(location) + utf8Length(text);
}
