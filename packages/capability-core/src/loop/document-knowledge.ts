import { digestOfFields } from '../identity/canonical-framing.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import { isWellFormed, textFlaw, utf8Length } from '../identity/text-rules.js';
import type { KnowledgePassage, KnowledgeProvider, KnowledgeQuery } from '../kinds/knowledge-provider.js';
import { publicNameFlaw } from '../kinds/public-name.js';
import { DocumentKnowledgeError } from './document-knowledge-error.js';
import { type DocumentSection, type KnowledgeDocument, sectionsOf } from './document-sections.js';
import { KNOWLEDGE_DOCUMENT_BYTES_MAX, KNOWLEDGE_DOCUMENTS_MAX, KNOWLEDGE_PATH_BYTES_MAX } from './limits.js';
import { SectionIndex } from './section-index.js';

/**
 * Knowledge made of text and Markdown documents. A query finds sections by their words, and each passage is cited by
 * path, lines and headings. The same documents, in whatever order, always give the same answers.
 *
 * @example
 * const knowledge = new DocumentKnowledge('handbook', [{ path: 'install.md', text: '# Install\nRun it.' }]);
 */
export class DocumentKnowledge implements KnowledgeProvider {
  readonly name: string;
  /** Of all paths and texts. */
  readonly contentDigest: Sha256Digest;
  readonly #documents: readonly KnowledgeDocument[];
  #index: SectionIndex | null = null;

  /**
   * @throws {DocumentKnowledgeError} `invalid-name`, `document-count-exceeded`, `invalid-document`,
   * `duplicate-document` or `document-bytes-exceeded`
   */
  constructor(name: string, documents: readonly KnowledgeDocument[]) {
    const flaw = typeof name === 'string' ? publicNameFlaw(name) : 'its name is no text';
    if (flaw !== null) {
      throw new DocumentKnowledgeError({ code: 'invalid-name', reason: flaw });
    }
    if (documents.length > KNOWLEDGE_DOCUMENTS_MAX) {
      throw new DocumentKnowledgeError({ code: 'document-count-exceeded', max: KNOWLEDGE_DOCUMENTS_MAX });
    }
    this.name = name;
    this.#documents = documents.map(checked).sort((a, b) => (a.path < b.path ? -1 : 1));
    assertDistinct(this.#documents);
    const bytes = this.#documents.reduce((sum, { text }) => sum + utf8Length(text), 0);
    if (bytes > KNOWLEDGE_DOCUMENT_BYTES_MAX) {
      throw new DocumentKnowledgeError({
        code: 'document-bytes-exceeded',
        max: KNOWLEDGE_DOCUMENT_BYTES_MAX,
      });
    }
    const fields = this.#documents.flatMap(({ path, text }) => [path, text]);
    this.contentDigest = digestOfFields('changeover-document-knowledge', fields);
  }

  /** The sections that fit. The documents are read when this is first asked. */
  async query({ text, maxResults }: KnowledgeQuery): Promise<readonly KnowledgePassage[]> {
    this.#index ??= new SectionIndex(this.#documents.flatMap(sectionsOf));
    return this.#index.find(text, maxResults).map(({ section, score }) => ({
      document: section.path,
      location: locationOf(section),
      text: section.text,
      score,
    }));
  }
}

function checked(given: KnowledgeDocument): KnowledgeDocument {
  const { path, text } = { ...given };
  const flaw = typeof path === 'string' ? textFlaw(path) : 'must be a text';
  if (flaw !== null) {
    throw new DocumentKnowledgeError({
      code: 'invalid-document',
      path: String(path),
      reason: `its path ${flaw}`,
    });
  }
  if (utf8Length(path) > KNOWLEDGE_PATH_BYTES_MAX) {
    const reason = `its path takes over ${KNOWLEDGE_PATH_BYTES_MAX} bytes`;
    throw new DocumentKnowledgeError({ code: 'invalid-document', path, reason });
  }
  if (typeof text !== 'string' || !isWellFormed(text)) {
    throw new DocumentKnowledgeError({
      code: 'invalid-document',
      path,
      reason: 'it holds no text that UTF-8 can say',
    });
  }
  return { path, text };
}

function assertDistinct(sorted: readonly KnowledgeDocument[]): void {
  const twice = sorted.find(({ path }, index) => path === sorted[index + 1]?.path);
  if (twice !== undefined) {
    throw new DocumentKnowledgeError({ code: 'duplicate-document', path: twice.path });
  }
}

function locationOf({ headings, firstLine, lastLine }: DocumentSection): string {
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`;
  return headings.length === 0 ? lines : `${lines}, ${headings.join(' › ')}`;
}
