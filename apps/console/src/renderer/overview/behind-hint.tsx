import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { StateIcon } from '../shared/ui/state-icon.js';
import { SESSIONS_NAMED_MAX } from './limits.js';
import { sessionsBehind } from './sessions-behind.js';

/** Sessions that are made of other versions than those in force: worth knowing, and nothing that has to be done. */
export function BehindHint() {
  const registry = useConsole((state) => state.registry);
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const isLive = useIsLive();
  const behind = useMemo(
    () => sessionsBehind({ registry, sessions, generations }),
    [registry, sessions, generations],
  );
  if (behind.length === 0) return null;
  const named = behind.slice(0, SESSIONS_NAMED_MAX);
  return (
    <section
      aria-label="Sessions behind"
      className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 px-3 text-meta text-muted"
    >
      <StateIcon state="kept" />
      <span>
        {formatPlural(behind.length, 'session')} {behind.length === 1 ? 'is' : 'are'} behind package
        generation {registry.generation}:
      </span>
      {named.map(({ session, packages }) => (
        <Button
          key={session}
          kind="plain"
          disabled={!isLive}
          title={`${packages.join(', ')} differ from what is in force`}
          className="h-6 max-w-60 text-meta"
          onClick={() => openDialog({ kind: 'apply-batch', session })}
        >
          <span className="truncate">Apply to {session}…</span>
        </Button>
      ))}
      {named.length < behind.length && <span>and {behind.length - named.length} more</span>}
    </section>
  );
}
