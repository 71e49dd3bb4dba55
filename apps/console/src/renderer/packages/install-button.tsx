import { PackagePlus } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';

/** Opens the dialog that installs a package. */
export function InstallButton({ kind = 'primary' }: { kind?: 'primary' | 'plain' }) {
  const isLive = useIsLive();
  return (
    <Button
      kind={kind}
      icon={PackagePlus}
      disabled={!isLive}
      onClick={() => openDialog({ kind: 'install-package', digest: null })}
    >
      Install…
    </Button>
  );
}
