import type { StateStore } from '@changeover/storage-kit';
import { METHODS } from '../../protocol/methods.js';
import type { ActivityIndex } from '../audit/activity-index.js';
import type { Catalogs } from '../history/catalogs.js';
import { readTranscript } from '../history/read-transcript.js';
import { operation } from './operation.js';
import type { Operations } from './operations.js';

/** What pages read on demand, since no state could hold all of it. */
export interface ReadingParts {
  readonly store: StateStore;
  readonly catalogs: Catalogs;
  readonly activity: ActivityIndex;
}

export function readingOperations({
  store,
  catalogs,
  activity,
}: ReadingParts): Pick<Operations, 'catalog.read' | 'catalog.diff' | 'transcript.read' | 'activity.read'> {
  return {
    'catalog.read': operation(METHODS['catalog.read'].params, ({ session, generation }) =>
      catalogs.read(session, generation),
    ),
    'catalog.diff': operation(METHODS['catalog.diff'].params, ({ session, from, to }) =>
      catalogs.diff(session, from, to),
    ),
    'transcript.read': operation(METHODS['transcript.read'].params, (query, options) =>
      readTranscript(store, query, options),
    ),
    'activity.read': operation(METHODS['activity.read'].params, (query, options) =>
      activity.read(query, options),
    ),
  };
}
