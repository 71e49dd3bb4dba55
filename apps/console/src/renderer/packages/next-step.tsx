import { Layers } from 'lucide-react';
import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { nextSessions } from './next-sessions.js';

/** After a change of the packages in force: the sessions that can take it, each with the way to its batch. */
export function NextStep({
  packageGeneration,
  changed,
}: {
  readonly packageGeneration: number;
  /** Names of the packages that were put in force. */
  readonly changed: readonly string[];
}) {
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const isLive = useIsLive();
  const next = useMemo(
    () => nextSessions(sessions, generations, packageGeneration, changed),
    [sessions, generations, packageGeneration, changed],
  );
  if (next.length === 0) {
    return <EmptyState>No session is open that could take it: create one on Overview.</EmptyState>;
  }
  return (
    <section aria-label="Next step" className="flex flex-col gap-1.5">
      <h3>Next: bring it to a session</h3>
      <ul className="max-h-[280px] overflow-y-auto rounded-box border border-line">
        {next.map(({ session, uses, preset }) => (
          <li
            key={session}
            className="flex min-h-9 items-center gap-3 border-line px-3 py-1 not-first:border-t"
          >
            <span className="min-w-0 truncate font-medium" title={session}>
              {session}
            </span>
            <span className="min-w-0 shrink-99 truncate text-meta text-muted">
              {uses.length === 0
                ? 'does not use it yet'
                : `uses ${uses.map((item) => `${item.name} ${item.version}`).join(', ')}`}
            </span>
            <span className="ml-auto max-w-[45%]">
              <Button
                icon={Layers}
                disabled={!isLive}
                className="max-w-full"
                onClick={() => openDialog({ kind: 'apply-batch', session, preset })}
              >
                <span className="truncate">Apply to {session}…</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
