import type { Catalog, Generation } from '../../protocol/generation.js';
import { type Answer, useAnswer } from '../connection/use-answer.js';

/** A generation by number, with its digest where that is known. */
export interface CatalogOf extends Pick<Generation, 'session' | 'generation'> {
  readonly digest: string | null;
}

/** What a generation holds. It is asked for when it is first shown; null asks for nothing. */
export function useCatalog(of: CatalogOf | null): Answer<Catalog> {
  return useAnswer(
    'catalog.read',
    of === null
      ? null
      : {
          key: of.digest ?? `${of.session} ${of.generation}`,
          params: { session: of.session, generation: of.generation },
        },
  );
}
