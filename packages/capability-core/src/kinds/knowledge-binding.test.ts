import { describe, expect, it } from 'vitest';
import { evidence, knowledgeOf, passage } from '../../test/knowledge-builders.js';
import { digestOf } from '../../test/set-builders.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { KnowledgeBinding } from './knowledge-binding.js';
import type { KnowledgeEvidence } from './knowledge-evidence.js';
import type { KnowledgeProvider, KnowledgeQuery } from './knowledge-provider.js';
import {
  KNOWLEDGE_FORMAT_VERSION_BYTES_MAX,
  KNOWLEDGE_PASSAGE_BYTES_MAX,
  KNOWLEDGE_RESULTS_MAX,
} from './limits.js';

const query = async () => [passage()];
const { signal } = new AbortController();

describe('knowledge', () => {
  it('keeps its name and a frozen copy of its evidence', () => {
    const provider = { name: 'handbook', query };
    const given = { ...evidence() };
    const knowledge = new KnowledgeBinding(provider, given);
    provider.name = 'other';
    given.packageVersion = '9';
    expect(knowledge.name).toBe('handbook');
    expect(knowledge.evidence).toEqual(evidence());
    expect([knowledge, knowledge.evidence, knowledge.evidence.knowledge].every(Object.isFrozen)).toBe(true);
  });

  it('accepts the known snapshot digest, and no other', () => {
    const known: KnowledgeEvidence = {
      packageId: 'contra-sense/handbook',
      packageVersion: '0.1.0',
      lifecycleGeneration: 7,
      generationDigest: Sha256Digest.parse(
        'sha256:aa0beeb62f1b7b21bf70f21e6f0e858a1e4b720d313f0907209b5b9dad2eeb20',
      ),
      snapshotDigest: Sha256Digest.parse(
        'sha256:1e0f0a0162f5b290887ade8886af69fbba4548c863df026178e3550c77813455',
      ),
      knowledge: {
        surfaceId: 'domain-knowledge',
        formatVersion: '0.2',
        contentDigest: Sha256Digest.parse(
          'sha256:1def786da6d190b7b3ce0176e71d99ff1cac3f8c8cc7c0f8b76a893c544e7a90',
        ),
        generation: 1,
        generationDigest: digestOf('c'),
      },
      limits: { maxResults: 5 },
    };
    expect(new KnowledgeBinding({ name: 'handbook', query }, known).evidence).toEqual(known);
    const actual = digestOf('0');
    expect(
      () => new KnowledgeBinding({ name: 'handbook', query }, { ...known, snapshotDigest: actual }),
    ).toThrow(
      expect.objectContaining({
        name: 'KnowledgeError',
        code: 'snapshot-digest-mismatch',
        expected: known.snapshotDigest,
        actual,
      }),
    );
  });

  it('keeps the function that it was made with', async () => {
    const provider = { name: 'handbook', query: async () => [] };
    const binding = new KnowledgeBinding(provider, evidence());
    provider.query = () => Promise.reject(new Error('another one'));
    expect(
      await binding.query({ text: 'a', maxResults: 1 }, { signal: new AbortController().signal }),
    ).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no provider', undefined],
    ['no name', { query }],
    ['a padded name', { name: ' a', query }],
    ['no query', { name: 'handbook' }],
  ])('is refused with %s', (_what, provider) => {
    expect(() => Reflect.construct(KnowledgeBinding, [provider, evidence()])).toThrow(
      expect.objectContaining({ name: 'KnowledgeError', code: 'invalid-provider' }),
    );
  });

  const sound = evidence();
  it.each<[string, unknown]>([
    ['none', undefined],
    ['a package id with spaces', { ...sound, packageId: 'a b' }],
    ['an empty version', { ...sound, packageVersion: '' }],
    ['a lifecycle generation of 0', { ...sound, lifecycleGeneration: 0 }],
    ['no digest', { ...sound, generationDigest: 'sha256' }],
    ['no snapshot digest', { ...sound, snapshotDigest: null }],
    ['no knowledge', { ...sound, knowledge: undefined }],
    [
      'a long format version',
      {
        ...sound,
        knowledge: { ...sound.knowledge, formatVersion: '1'.repeat(KNOWLEDGE_FORMAT_VERSION_BYTES_MAX + 1) },
      },
    ],
    ['a generation of 0', { ...sound, knowledge: { ...sound.knowledge, generation: 0 } }],
    ['no results', { ...sound, limits: { maxResults: 0 } }],
    ['too many results', { ...sound, limits: { maxResults: KNOWLEDGE_RESULTS_MAX + 1 } }],
  ])('is refused with this evidence: %s', (_what, given) => {
    expect(() => Reflect.construct(KnowledgeBinding, [{ name: 'handbook', query }, given])).toThrow(
      expect.objectContaining({ name: 'KnowledgeError', code: 'invalid-evidence' }),
    );
  });

  it('asks for no more than its evidence allows, and leaves out what comes beyond that', async () => {
    const asked: KnowledgeQuery[] = [];
    const knowledge = knowledgeOf(
      'handbook',
      async (one) => {
        asked.push(one);
        return Array.from({ length: KNOWLEDGE_RESULTS_MAX + 1 }, () => passage());
      },
      { maxResults: KNOWLEDGE_RESULTS_MAX },
    );
    const all = await knowledge.query({ text: 'a', maxResults: 1_000 }, { signal });
    const two = await knowledge.query({ text: 'a', maxResults: 2 }, { signal });
    expect([all.length, two.length]).toEqual([KNOWLEDGE_RESULTS_MAX, 2]);
    expect(asked.map(({ maxResults }) => maxResults)).toEqual([KNOWLEDGE_RESULTS_MAX, 2]);
  });

  it('answers with copies, without what does not belong to a passage', async () => {
    const given = { ...passage(), colour: 'red' };
    const [copy] = await knowledgeOf('handbook', async () => [given]).query(
      { text: 'a', maxResults: 1 },
      { signal },
    );
    given.text = 'changed';
    expect(copy).toEqual(passage());
    expect(Object.isFrozen(copy)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'Read first.'],
    ['a passage without a place', [{ ...passage(), location: undefined }]],
    ['a score that is none', [passage({ score: Number.NaN })]],
    ['a passage that is too long', [passage({ text: 'x'.repeat(KNOWLEDGE_PASSAGE_BYTES_MAX) })]],
  ])('refuses this answer: %s', async (_what, answer) => {
    const query = (async () => answer) as KnowledgeProvider['query'];
    const knowledge = knowledgeOf('handbook', query);
    await expect(knowledge.query({ text: 'a', maxResults: 1 }, { signal })).rejects.toMatchObject({
      name: 'KnowledgeError',
      code: 'invalid-answer',
      provider: 'handbook',
    });
  });

  it('gives passages as long as their bound', async () => {
    const { document, location } = passage();
    const text = 'x'.repeat(KNOWLEDGE_PASSAGE_BYTES_MAX - document.length - location.length);
    const knowledge = knowledgeOf('handbook', async () => [passage({ text })]);
    expect(await knowledge.query({ text: 'a', maxResults: 1 }, { signal })).toHaveLength(1);
  });
});
