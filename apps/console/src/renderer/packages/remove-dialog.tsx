import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';
import { PlanOfChange } from './plan-of-change.js';
import { ReasonField, reasonOf } from './reason-field.js';
import { usePlan } from './use-plan.js';

/** Takes a package out of force, after it was shown what that changes and who still uses it. */
export function RemoveDialog({ name }: { name: string }) {
  const change = useMemo(() => ({ add: [], remove: [name] }), [name]);
  const { plan, isFresh, command: planning } = usePlan(change);
  const applying = useCommand('package.apply');
  const closeOwn = useCloseOwnDialog();
  const [reason, setReason] = useState('');
  const isLive = useIsLive();
  const remove = async (): Promise<void> => {
    if (plan === null) return;
    const done = await applying.run({
      add: [],
      remove: [name],
      base: plan.base,
      reason: reasonOf(reason),
    });
    if (done !== null) closeOwn();
  };
  return (
    <Window
      title={`Remove ${name}?`}
      description="The next package generation is without it. Its content stays in the store while somebody uses it, and can be put in force again."
      width="large"
      onClose={closeDialog}
      footer={
        <span className="ml-auto flex min-w-0 items-center gap-2">
          {applying.since !== null && (
            <PendingNote since={applying.since} label="removing" onCancel={applying.cancel} />
          )}
          <Button onClick={closeDialog}>Keep it</Button>
          <Button
            kind="danger"
            icon={Trash2}
            className="max-w-72 min-w-0 shrink"
            disabled={plan === null || !isFresh || applying.since !== null || !isLive}
            onClick={() => void remove()}
          >
            <span className="truncate">Remove {name}</span>
          </Button>
        </span>
      }
    >
      {planning.since !== null && (
        <PendingNote since={planning.since} label="planning" onCancel={planning.cancel} />
      )}
      {planning.error !== null && <HostError error={planning.error} />}
      {plan !== null && <PlanOfChange plan={plan} />}
      <ReasonField value={reason} onChange={setReason} />
      {applying.error !== null && <HostError error={applying.error} />}
    </Window>
  );
}
