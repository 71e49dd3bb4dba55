import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { useView } from '../navigation/use-view.js';
import { NoSession } from '../sessions/no-session.js';
import { useBatch, useGenerations, useSession } from '../sessions/use-session.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { BatchSection } from './batch-section.js';
import { CatalogSection } from './catalog-section.js';
import { CleanupSection } from './cleanup-section.js';
import { CompareSection } from './compare-section.js';
import { GenerationsSection } from './generations-section.js';
import { SessionHead } from './session-head.js';

/** One session: its generations, the batch that is applied to it, and what is in force. */
export function CapabilitiesScreen({ session: id }: { session: string }) {
  const session = useSession(id);
  const generations = useGenerations(id);
  const batch = useBatch(id);
  const { generation, from, to } = useView();
  const hasSessions = useConsole((state) => state.sessions.length > 0);
  if (session === undefined) {
    return (
      <div className="flex flex-col gap-3 p-5">
        <h1 className="text-title">Capabilities</h1>
        {hasSessions ? <EmptyState>No session is named {id}.</EmptyState> : <NoSession />}
      </div>
    );
  }
  const hasCatalog = generations.length > 0 || generation !== undefined;
  const isComparing = from !== undefined && to !== undefined;
  // What somebody asked for by the address comes before what happened last.
  const isAsked = isComparing || generation !== undefined;
  const contents = isComparing ? (
    <CompareSection session={id} generations={generations} from={from} to={to} />
  ) : (
    hasCatalog && <CatalogSection session={id} generations={generations} current={session.stamp.generation} />
  );
  return (
    <div className="flex flex-col gap-5 p-5">
      <SessionHead session={session} hasApply={generations.length > 0 || batch !== undefined} />
      {session.problem !== null && <HostError error={session.problem} />}
      <GenerationsSection session={id} generations={generations} batch={batch} />
      {isAsked && contents}
      {batch !== undefined && <BatchSection batch={batch} />}
      <CleanupSection session={session} />
      {!isAsked && contents}
    </div>
  );
}
