import { describe, expect, it } from 'vitest';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { DocumentKnowledge } from './document-knowledge.js';
import type { KnowledgeDocument } from './document-sections.js';
import { KNOWLEDGE_DOCUMENT_BYTES_MAX, KNOWLEDGE_DOCUMENTS_MAX, KNOWLEDGE_PATH_BYTES_MAX } from './limits.js';

const HANDBOOK: readonly KnowledgeDocument[] = [
  {
    path: 'install.md',
    text: '# Install\nRun the installer.\n## On Linux\nUse a shell, and the installer of your system.',
  },
  {
    path: 'travel.md',
    text: '# Travel\nBook a train. Keep each receipt.\n## Expenses\nHand in the receipts.',
  },
  { path: 'notes.txt', text: 'Trains are slow on Sundays.' },
];

async function found(documents: readonly KnowledgeDocument[], text: string, maxResults = 10) {
  const passages = await new DocumentKnowledge('handbook', documents).query({ text, maxResults });
  return passages.map(({ document, location }) => `${document}: ${location}`);
}

describe('knowledge made of documents', () => {
  it('finds sections by their words, and says where they stand', async () => {
    const [first] = await new DocumentKnowledge('handbook', HANDBOOK).query({
      text: 'How do I hand in receipts?',
      maxResults: 1,
    });
    expect(first).toEqual({
      document: 'travel.md',
      location: 'lines 3-4, Travel › Expenses',
      text: '## Expenses\nHand in the receipts.',
      score: expect.any(Number),
    });
    expect(await found(HANDBOOK, 'sundays')).toEqual(['notes.txt: line 1']);
    expect(await found(HANDBOOK, 'quantum')).toEqual([]);
    expect(await found(HANDBOOK, '?!')).toEqual([]);
  });

  it('finds words by their beginning, whatever their case and form', async () => {
    expect(await found(HANDBOOK, 'TRAIN')).toEqual(['notes.txt: line 1', 'travel.md: lines 1-2, Travel']);
    expect(await found([{ path: 'a.txt', text: 'ﬁle 要約する' }], 'file')).toHaveLength(1);
    expect(await found([{ path: 'a.txt', text: 'ﬁle 要約する' }], '要約')).toHaveLength(1);
  });

  it('puts a word of a heading or a path before one of the text, and a rare word before a frequent one', async () => {
    const documents = [
      { path: 'a.md', text: '# Other\nbackup is a word here, as the others are' },
      { path: 'b.md', text: '# Backup\nis a word here, as the others are' },
      { path: 'backup.md', text: '# Backup\nis a word here, as the others are' },
      { path: 'c.md', text: '# More\nquorum and the like' },
      { path: 'd.md', text: '# More\nand here, others' },
    ];
    expect((await found(documents, 'backup')).map((hit) => hit.split(':')[0])).toEqual([
      'backup.md',
      'b.md',
      'a.md',
    ]);
    expect((await found(documents, 'others quorum'))[0]).toContain('c.md');
  });

  it('gives the same answer whatever the order of its documents, and the path decides among equals', async () => {
    const twins = ['b.txt', 'a.txt', 'c.txt'].map((path) => ({ path, text: 'the same words' }));
    expect(await found(twins, 'words', 2)).toEqual(['a.txt: line 1', 'b.txt: line 1']);
    const [one, other] = [HANDBOOK, [...HANDBOOK].reverse()].map(
      (documents) => new DocumentKnowledge('handbook', documents),
    );
    expect(one?.contentDigest).toBe(other?.contentDigest);
    const query = { text: 'the installer of the train', maxResults: 10 };
    expect(await one?.query(query)).toEqual(await other?.query(query));
  });

  it('has a digest of its whole content', () => {
    const digests = [
      [{ path: 'a', text: 'bc' }],
      [{ path: 'ab', text: 'c' }],
      [{ path: 'a', text: 'bd' }],
      [],
    ].map((documents) => new DocumentKnowledge('handbook', documents).contentDigest);
    expect(new Set(digests).size).toBe(4);
  });

  it('keeps what it was given', async () => {
    const documents = [{ path: 'a.txt', text: 'first' }];
    const knowledge = new DocumentKnowledge('handbook', documents);
    Object.assign(documents[0] ?? {}, { text: 'second' });
    documents.pop();
    expect(await knowledge.query({ text: 'first', maxResults: 1 })).toHaveLength(1);
  });
});

describe('documents are refused', () => {
  const construct = (name: unknown, documents: readonly unknown[]) => (): unknown =>
    Reflect.construct(DocumentKnowledge, [name, documents]);
  const refusal = (code: string) => expect.objectContaining({ name: 'DocumentKnowledgeError', code });

  it('without a name that a capability can have', () => {
    expect(construct('x'.repeat(MAX_PUBLIC_NAME_BYTES), [])).not.toThrow();
    for (const name of ['', undefined, 'x'.repeat(MAX_PUBLIC_NAME_BYTES + 1)]) {
      expect(construct(name, [])).toThrow(refusal('invalid-name'));
    }
  });

  it('when one of them is none, or is there twice', () => {
    const path = 'x'.repeat(KNOWLEDGE_PATH_BYTES_MAX);
    expect(construct('a', [{ path, text: '' }])).not.toThrow();
    for (const document of [
      null,
      { path: '', text: 'a' },
      { path: 'a\nb', text: 'a' },
      { path: 7, text: 'a' },
      { path: `${path}x`, text: 'a' },
      { path: 'a', text: 7 },
      { path: 'a', text: '\udc00' },
    ]) {
      expect(construct('a', [document])).toThrow(refusal('invalid-document'));
    }
    const twice = ['a', 'b', 'a'].map((one) => ({ path: one, text: '' }));
    expect(construct('a', twice)).toThrow(refusal('duplicate-document'));
  });

  it('when there are too many of them', () => {
    const documents = Array.from({ length: KNOWLEDGE_DOCUMENTS_MAX }, (_, n) => ({ path: `${n}`, text: '' }));
    expect(construct('a', documents)).not.toThrow();
    expect(construct('a', [...documents, { path: 'x', text: '' }])).toThrow(
      refusal('document-count-exceeded'),
    );
  });

  it('when they take too many bytes', async () => {
    const text = 'é'.padEnd(KNOWLEDGE_DOCUMENT_BYTES_MAX - 2, '\t');
    expect(
      await found(
        [
          { path: 'b', text },
          { path: 'a', text: 'x' },
        ],
        'é',
      ),
    ).toHaveLength(1);
    expect(
      construct('a', [
        { path: 'b', text },
        { path: 'a', text: 'xy' },
      ]),
    ).toThrow(refusal('document-bytes-exceeded'));
  });
});
