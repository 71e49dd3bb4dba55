/** What is looked for. */
export interface KnowledgeQuery {
  readonly text: string;
  /** Most passages that are wanted. */
  readonly maxResults: number;
}

/** A piece of a document, and where it stands, so that it can be cited. */
export interface KnowledgePassage {
  /** Names the document: a path, a title, an address. */
  readonly document: string;
  /** Where in the document: a heading, lines, a page. */
  readonly location: string;
  readonly text: string;
  /** How well it fits; comparable with the others of one answer only, the greater the better. */
  readonly score: number;
}

/** Answers questions from a body of knowledge that does not change. */
export interface KnowledgeProvider {
  /** The public name of the capability. */
  readonly name: string;

  /** The passages that fit, the best first. Rejects when it cannot answer or `signal` aborts. */
  query(
    query: KnowledgeQuery,
    options: { readonly signal: AbortSignal },
  ): Promise<readonly KnowledgePassage[]>;
}
