import { ListTree } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { InspectorGone } from '../shared/ui/inspector-notice.js';
import { useOpenCatalog } from './use-open-catalog.js';

/** In place of a generation that is not in view: the host can still tell what it held, if it ever was. */
export function GenerationGone({ session, generation }: { session: string; generation: number }) {
  const { openCatalog } = useOpenCatalog(session);
  return (
    <>
      <InspectorGone kind="Generation" title={`Generation ${generation}`}>
        It was never there, or it is older than what the console keeps in view. What it held can still be
        asked for.
      </InspectorGone>
      <div>
        <Button icon={ListTree} onClick={() => openCatalog(generation)}>
          Show catalog
        </Button>
      </div>
    </>
  );
}
