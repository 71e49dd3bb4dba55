import { Plus } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';

/** Where there is no session yet. */
export function NoSession() {
  const isLive = useIsLive();
  return (
    <EmptyState
      guide="1. Start"
      action={
        <Button
          kind="primary"
          icon={Plus}
          disabled={!isLive}
          onClick={() => openDialog({ kind: 'create-session' })}
        >
          New session…
        </Button>
      }
    >
      No session yet: create one, then apply a batch of capability packages to it.
    </EmptyState>
  );
}
