import type { StoredPackage } from '../../protocol/capability-package.js';
import { HostError } from '../connection/host-error.js';
import { formatBytes, formatPlural } from '../shared/format/quantity.js';
import { Digest } from '../shared/ui/digest.js';
import { PathTail } from '../shared/ui/path-tail.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { PlanOfChange } from './plan-of-change.js';
import { ReasonField } from './reason-field.js';
import { ReceiptSummary } from './receipt-summary.js';
import { ServerDecision, ServerList } from './server-decision.js';
import { consentKey, type Installation } from './use-installation.js';

/** What is to be installed, what that would change, and which servers it wants to have started. */
export function InstallPlan({
  stored,
  installation,
}: {
  readonly stored: StoredPackage;
  readonly installation: Installation;
}) {
  const { plan, planning, applying, decisions, decide } = installation;
  return (
    <>
      <StoredHead stored={stored} isNew={installation.isNew} />
      <ReceiptSummary stored={stored} />
      {planning.since !== null && (
        <PendingNote since={planning.since} label="planning" onCancel={planning.cancel} />
      )}
      {planning.error !== null && <HostError error={planning.error} />}
      {plan !== null && <PlanOfChange plan={plan} />}
      {plan !== null && plan.undecided.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h3>Servers that want to be started</h3>
          <p className="text-muted">
            Installing starts none of them. Once allowed, a batch runs exactly this with your rights; until it
            is decided, no batch with it can be applied.
          </p>
          <ServerList label="Servers that want to be started">
            {plan.undecided.map((consent) => (
              <ServerDecision
                key={consentKey(consent)}
                consent={consent}
                decision={decisions.get(consentKey(consent)) ?? 'undecided'}
                isDisabled={applying.since !== null}
                onDecide={(decision) => decide(consent, decision)}
              />
            ))}
          </ServerList>
        </section>
      )}
      {plan !== null && <ReasonField value={installation.reason} onChange={installation.setReason} />}
      {applying.error !== null && <HostError error={applying.error} />}
    </>
  );
}

function StoredHead({ stored, isNew }: { stored: StoredPackage; isNew: boolean }) {
  return (
    <div className="flex flex-col gap-0.5 rounded-box bg-ink/4 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-medium break-words">
          {stored.name} {stored.version}
        </span>
        <Digest digest={stored.digest} hasCopy />
        <span className="ml-auto text-meta">
          <StateWord state={stored.state === 'in-force' ? 'in-force' : 'stored'}>
            {stored.state === 'in-force' ? 'in force' : isNew ? 'stored' : 'stored before'}
          </StateWord>
        </span>
      </p>
      <p className="flex min-w-0 gap-1 text-meta text-muted">
        <span className="shrink-0">
          {formatPlural(stored.fileCount, 'file')}, {formatBytes(stored.bytes)}, from
        </span>
        <PathTail>{stored.source}</PathTail>
      </p>
    </div>
  );
}
