/** What an archive says of one of its entries. Nothing of it is believed before it is checked. */
export interface ArchiveEntry {
  /** As the archive spells it. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'hard-link' | 'other';
  /** How many bytes its content is said to have. */
  readonly bytes: number;
  readonly executable: boolean;
  /** Where a link leads; empty for what is none. */
  readonly target: string;
  /** Its bytes: asked for once, before the next entry is taken. */
  content(): AsyncIterable<Uint8Array>;
}
