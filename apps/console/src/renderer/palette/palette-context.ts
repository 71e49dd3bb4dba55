import type { ViewSearch } from '../navigation/view-search.js';

/** Where the page is when the palette opens. */
export interface PaletteContext {
  readonly path: string;
  readonly view: ViewSearch;
  /** The session of the screen; null elsewhere. */
  readonly session: string | null;
  /** False while the host does not listen: then nothing is offered that it would have to do. */
  readonly isLive: boolean;
}
