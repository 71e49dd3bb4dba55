import { Layers } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { useBatch, useSession } from '../sessions/use-session.js';
import { Button } from '../shared/ui/button.js';

/** Opens the dialog that applies a batch, where the session takes one. */
export function ApplyButton({ session: id }: { session: string }) {
  const session = useSession(id);
  const batch = useBatch(id);
  const isLive = useIsLive();
  if (session?.state !== 'open' && session?.state !== 'needs-you') return null;
  const isBusy = batch?.endedAt === null;
  return (
    <Button
      kind="primary"
      icon={Layers}
      disabled={!isLive || isBusy}
      title={isBusy ? 'A batch is being applied; cancel it, or wait for its end' : undefined}
      onClick={() => openDialog({ kind: 'apply-batch', session: id })}
    >
      Apply batch…
    </Button>
  );
}
