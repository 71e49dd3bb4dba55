import { useState } from 'react';
import type { BatchPreview } from '../../protocol/batch.js';
import type { ServerConsent } from '../../protocol/capability-package.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { ServerDecision, ServerList } from '../packages/server-decision.js';

/** Servers of the chosen packages that wait for a decision, and those that are left out: decided right here. */
export function BatchServers({ preview, reason }: { preview: BatchPreview; reason: string | null }) {
  const command = useCommand('package.decide');
  const [asked, setAsked] = useState<string | null>(null);
  const { undecided, refused } = preview;
  const decide = (consent: ServerConsent, decision: 'allowed' | 'refused'): void => {
    setAsked(keyOf(consent));
    void command.run({ digest: consent.package.digest, server: consent.server, decision, reason });
  };
  const row = (consent: ServerConsent) => (
    <ServerDecision
      key={keyOf(consent)}
      consent={consent}
      decision={consent.decision}
      isBrief={consent.decision === 'refused'}
      isDisabled={command.since !== null}
      onDecide={(decision) => decide(consent, decision)}
    >
      {command.error !== null && asked === keyOf(consent) && <HostError error={command.error} />}
    </ServerDecision>
  );
  return (
    <>
      {undecided.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h3>Servers to decide about</h3>
          <p className="text-muted">
            Applying starts them. Each runs this command with your rights, unless it is left out.
          </p>
          <ServerList label="Servers to decide about">{undecided.map(row)}</ServerList>
        </section>
      )}
      {refused.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h3>Left out</h3>
          <ServerList label="Servers left out">{refused.map(row)}</ServerList>
        </section>
      )}
    </>
  );
}

function keyOf(consent: ServerConsent): string {
  return `${consent.package.digest} ${consent.server}`;
}
