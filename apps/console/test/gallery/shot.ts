import type { Canned } from './canned-host.js';

/** A picture of the page: what its host says, where the page is, and what is done there before. */
export interface Shot {
  readonly canned: Canned;
  /** Address within the page, as in `/runs?filter=heron`. */
  readonly path: string;
  readonly steps?: readonly Step[];
}

/** Something that a person does. Names are accessible names, and exact. */
export type Step =
  | { readonly press: string }
  | { readonly tick: string }
  | { readonly fill: string; readonly with: string }
  /** Keys as Playwright writes them: `Control+k`, `j`. */
  | { readonly keys: string }
  /** A text that has to be there before anything else is done. */
  | { readonly await: string };
