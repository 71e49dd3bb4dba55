import type { Connection } from '../connection/connection-view.js';
import { useClient, useConnection } from '../connection/console-context.js';
import { TICK_MIN_MS, useNow } from '../shared/clock/clock.js';
import { formatDuration } from '../shared/format/duration.js';
import { sentence } from '../shared/format/sentence.js';
import { Button } from '../shared/ui/button.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { StateWord } from '../shared/ui/state-word.js';

/** Says above a screen that what it shows is no longer followed, and what is done about it. */
export function ConnectionBanner() {
  const connection = useConnection();
  if (connection.phase === 'live' || connection.phase === 'unavailable') return null;
  return (
    <div
      role="alert"
      className="flex min-h-9 shrink-0 items-center gap-x-3 border-b border-line bg-surface px-5 py-1"
    >
      {connection.phase === 'lost' && <Lost connection={connection} />}
      {connection.phase === 'connecting' && (
        <StateWord state="preparing">
          Connecting to the host
          <span aria-hidden>
            , <Elapsed since={connection.since} />
          </span>
        </StateWord>
      )}
      {connection.phase === 'healing' && <StateWord state="preparing">Catching up with the host</StateWord>}
    </div>
  );
}

function Lost({ connection }: { connection: Extract<Connection, { phase: 'lost' }> }) {
  const client = useClient();
  const now = useNow(TICK_MIN_MS);
  const { reason, retryAt, attempt } = connection;
  return (
    <>
      <StateWord state="failed">Disconnected from the host</StateWord>
      <span className="min-w-0 flex-1 text-meta text-muted">
        {reason !== null && `${sentence(reason)} `}This is what was known last. Trying again
        {/* The time is seen and not said: it would be read out again and again. */}
        <span aria-hidden> in {formatDuration(Math.max(0, retryAt - now))}</span> (attempt {attempt + 1}).
      </span>
      <Button kind="quiet" onClick={() => client.connect()}>
        Connect now
      </Button>
    </>
  );
}
