import type { ServerConsent, StoredPackage } from '../../protocol/capability-package.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { ConsentHistory } from './consent-history.js';
import { consentState } from './consent-state.js';
import { ServerCommand } from './server-command.js';

/** Servers that a version brings, exactly as they would be started, and what was decided about each. */
export function PackageServers({ stored }: { stored: StoredPackage }) {
  if (stored.servers.length === 0) return null;
  return (
    <section aria-label="Servers" className="flex flex-col gap-1.5">
      <h4 className="font-medium">Servers</h4>
      <ul className="rounded-box border border-line">
        {stored.servers.map((consent) => (
          <Server key={consent.server} digest={stored.digest} consent={consent} />
        ))}
      </ul>
    </section>
  );
}

function Server({ digest, consent }: { digest: string; consent: ServerConsent }) {
  const { server, decision, decidedAt, reason } = consent;
  const isLive = useIsLive();
  return (
    <li className="flex flex-col gap-1.5 border-line px-2.5 py-2 not-first:border-t">
      <div className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium" title={server}>
          {server}
        </span>
        <span className="ml-auto text-meta">
          <StateWord state={consentState(decision)} />
        </span>
        <Button
          disabled={!isLive}
          aria-label={`Decide about ${server}…`}
          className="h-6 text-meta"
          onClick={() => openDialog({ kind: 'decide-server', digest, server })}
        >
          {decision === 'undecided' ? 'Decide…' : 'Change…'}
        </Button>
      </div>
      <ServerCommand consent={consent} />
      {decidedAt !== null && (
        <p className="text-meta text-muted">
          {decision === 'allowed' ? 'Allowed' : 'Left out'} <Moment at={decidedAt} hasAge />
          {reason !== null && <>: “{reason}”</>}
        </p>
      )}
      <ConsentHistory consent={consent} />
    </li>
  );
}
