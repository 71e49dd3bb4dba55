import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { CapabilityValue } from '../kinds/value.js';
import type { FrontMatterMap } from './front-matter.js';

/** What of a package is made of one file, skills apart. */
export type PackagedValueKind = 'agent' | 'command' | 'context';

/** An agent, a command or a context as a package brings it. */
export interface PackagedValue {
  readonly kind: PackagedValueKind;
  /** Without the package's in front. */
  readonly name: string;
  readonly path: string;
  /** Of the bytes of its file. */
  readonly digest: Sha256Digest;
  /** Every field of its front matter, those that mean something here and all others, as they were read. */
  readonly fields: FrontMatterMap;
  /** It bears its public name. */
  readonly value: CapabilityValue;
}

/** An item of one kind as a package has it: which file it is made of, and what it is called. */
export interface ItemFile {
  readonly path: string;
  readonly digest: Sha256Digest;
  /** Name of its package. */
  readonly packageName: string;
  /** What it is called where it does not say. */
  readonly name: string;
}

/** The name of a package's item among those of other packages. */
export function publicNameIn(packageName: string, name: string): string {
  return `${packageName}:${name}`;
}
