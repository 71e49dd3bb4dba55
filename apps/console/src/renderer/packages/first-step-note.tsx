import { Layers } from 'lucide-react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { firstStep } from './first-step.js';
import { InstallButton } from './install-button.js';

/** The next step of somebody who has just begun, with its one action; nothing once they are under way. */
export function FirstStepNote({ session }: { session?: string | undefined }) {
  const registry = useConsole((state) => state.registry);
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const batches = useConsole((state) => state.batches);
  const isLive = useIsLive();
  const step = firstStep({ registry, sessions, generations, batches }, session);
  if (step === null) return null;
  if (step.kind === 'install') {
    return (
      <EmptyState action={<InstallButton />} guide="2. Install a package">
        {registry.packages.length === 0
          ? 'Nothing is installed yet: install a package, then apply it to a session.'
          : 'No package is in force: install one, or put a stored version in force.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Button
          kind="primary"
          icon={Layers}
          disabled={!isLive}
          onClick={() => openDialog({ kind: 'apply-batch', session: step.session })}
        >
          Apply batch…
        </Button>
      }
      guide="4. Apply a batch"
    >
      Session {step.session} holds no capabilities yet: apply a batch of what is installed, and its runs can
      use it.
    </EmptyState>
  );
}
