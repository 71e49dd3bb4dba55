import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Sha256Digest } from '../../identity/sha256-digest.js';

const GENERATION_DIGITS = 20;
const GENERATION_FILE = /^(\d{20})\.json$/;
const DROPPED_FILE = /^(\d{20})\.dropped$/;
const RECORD_FILE = /^([0-9a-f]{64})\.json$/;

/** Where everything of a registry is. */
export class RegistryPaths {
  readonly root: string;
  readonly format: string;
  readonly formatDraft: string;
  /** What is being made, or is about to be deleted: nothing in it counts. */
  readonly incoming: string;
  readonly content: string;
  readonly receipts: string;
  readonly generations: string;
  readonly consents: string;

  constructor(root: string) {
    this.root = root;
    this.format = join(root, 'registry.json');
    this.formatDraft = join(root, 'registry.json.draft');
    this.incoming = join(root, 'incoming');
    this.content = join(root, 'content');
    this.receipts = join(root, 'packages');
    this.generations = join(root, 'generations');
    this.consents = join(root, 'consents');
  }

  get folders(): readonly string[] {
    return [this.incoming, this.content, this.receipts, this.generations, this.consents];
  }

  /** A path that nothing has yet. */
  draft(): string {
    return join(this.incoming, randomUUID());
  }

  contentOf(digest: Sha256Digest): string {
    return join(this.content, hexOf(digest));
  }

  receiptOf(digest: Sha256Digest): string {
    return join(this.receipts, `${hexOf(digest)}.json`);
  }

  consentOf(digest: Sha256Digest): string {
    return join(this.consents, `${hexOf(digest)}.json`);
  }

  generationOf(generation: number): string {
    return join(this.generations, `${padded(generation)}.json`);
  }

  /** Where the record of a generation is while its packages are being deleted. */
  droppedOf(generation: number): string {
    return join(this.generations, `${padded(generation)}.dropped`);
  }
}

/** The digest that a receipt's or a consent's file name stands for. */
export function digestOfRecordFile(name: string): string | null {
  const hex = RECORD_FILE.exec(name)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}

/** The number of the generation that a file of `generations/` records. */
export function generationOfFile(name: string, state: 'published' | 'dropped'): number | null {
  const digits = (state === 'published' ? GENERATION_FILE : DROPPED_FILE).exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The digits of a digest, which name its files. */
export function hexOf(digest: Sha256Digest): string {
  return digest.slice('sha256:'.length);
}

function padded(generation: number): string {
  return String(generation).padStart(GENERATION_DIGITS, '0');
}
