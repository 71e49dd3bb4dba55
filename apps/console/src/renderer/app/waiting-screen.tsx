import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../protocol/error-report.js';
import { useClient, useConnection } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { TICK_MIN_MS, useNow } from '../shared/clock/clock.js';
import { formatDuration } from '../shared/format/duration.js';
import { sentence } from '../shared/format/sentence.js';
import { Button } from '../shared/ui/button.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { errorMarkdown } from '../shared/ui/error-markdown.js';
import { PathText } from '../shared/ui/path-text.js';
import { StateWord } from '../shared/ui/state-word.js';

/** What stands in place of a screen while there is no state to show: never a white window. */
export function WaitingScreen() {
  const connection = useConnection();
  const client = useClient();
  const now = useNow(TICK_MIN_MS);
  const again = <Button onClick={() => client.connect()}>Try again</Button>;
  switch (connection.phase) {
    case 'connecting':
    case 'live':
    case 'healing':
      return (
        <Waiting title="Connecting">
          <p role="status">
            <StateWord state="preparing">
              Asking the host for its state
              {connection.phase !== 'live' && (
                <span aria-hidden>, {formatDuration(now - connection.since)}</span>
              )}
            </StateWord>
          </p>
        </Waiting>
      );
    case 'lost':
      return (
        <Waiting title="No connection to the host">
          <p>
            {sentence(connection.reason ?? 'The host went away')} Trying again in{' '}
            {formatDuration(Math.max(0, connection.retryAt - now))} (attempt {connection.attempt + 1}).
          </p>
          <div>{again}</div>
        </Waiting>
      );
    case 'unavailable':
      return (
        <Waiting title="The console cannot be used now">
          <HostError
            error={connection.error}
            actions={
              <>
                <Button kind="primary" icon={RotateCw} onClick={() => client.connect()}>
                  Try again
                </Button>
                <CopyButton
                  label="Copy error as text"
                  text={() => errorMarkdown(connection.error, { page: navigator.userAgent })}
                />
              </>
            }
          />
          <Place error={connection.error} />
        </Waiting>
      );
  }
}

/** The details of an error that say where a file or folder lies. */
const PLACES = ['file', 'path', 'location', 'folder'] as const;

/** Where that lies which cannot be opened, to be looked at, moved or put back from a backup. */
function Place({ error }: { error: ErrorReport }) {
  const place = PLACES.map((name) => error.details[name]).find((value) => typeof value === 'string');
  if (typeof place !== 'string') return null;
  return (
    <section aria-label="Where it lies" className="flex flex-col gap-1">
      <h2 className="text-base font-strong">Where it lies</h2>
      <p className="flex items-center gap-1">
        <PathText>{place}</PathText>
        <CopyButton label="Copy path" text={place} className="shrink-0" />
      </p>
      <p className="text-meta text-muted">“Try again” opens it anew, once what stands above is done.</p>
    </section>
  );
}

function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex max-w-[680px] flex-col gap-3 p-5">
      <h1 className="text-title">{title}</h1>
      {children}
    </div>
  );
}
