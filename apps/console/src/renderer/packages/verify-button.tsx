import { ShieldCheck } from 'lucide-react';
import { useContext } from 'react';
import type { Command } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { ClockContext } from '../shared/clock/clock.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { verificationStore } from './verification.js';

/** Has everything that is stored hashed again; what is found stays on the screen until it is closed. */
export function VerifyButton({ command }: { command: Command<'package.verify'> }) {
  const isLive = useIsLive();
  const clock = useContext(ClockContext);
  const verify = async (): Promise<void> => {
    const found = await command.run({});
    if (found !== null) verificationStore.setState({ last: { ...found, at: clock() } });
  };
  return (
    <>
      {command.since !== null && (
        <PendingNote since={command.since} label="verifying" onCancel={command.cancel} />
      )}
      <Button
        kind="quiet"
        icon={ShieldCheck}
        disabled={command.since !== null || !isLive}
        onClick={() => void verify()}
      >
        Verify everything
      </Button>
    </>
  );
}
