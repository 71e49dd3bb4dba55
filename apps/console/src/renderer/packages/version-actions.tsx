import { PackagePlus, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { StoredPackage } from '../../protocol/capability-package.js';
import { useIsLive } from '../connection/use-is-live.js';
import { type OpenDialog, openDialog } from '../navigation/dialogs.js';
import { Button, IconButton } from '../shared/ui/button.js';

/** What can be done with a version that is not in force, from its row. */
export function VersionActions({ stored }: { stored: StoredPackage }) {
  const isLive = useIsLive();
  const { name, version, digest, state } = stored;
  if (state === 'in-force') return null;
  const opens = (dialog: OpenDialog) => (event: MouseEvent) => {
    // The row below would be selected as well.
    event.stopPropagation();
    openDialog(dialog);
  };
  const install = `Put ${name} ${version} in force…`;
  return (
    <span className="-my-1 flex align-top">
      <Button
        kind="quiet"
        aria-label={install}
        title={install}
        disabled={!isLive}
        className="px-1.5"
        onClick={opens({ kind: 'install-package', digest })}
      >
        <PackagePlus aria-hidden size={15} className="hidden @max-[860px]:block" />
        <span className="@max-[860px]:hidden">Put in force…</span>
      </Button>
      {state === 'unused' && (
        <IconButton
          label={`Delete ${name} ${version}…`}
          icon={Trash2}
          disabled={!isLive}
          onClick={opens({ kind: 'delete-version', digest })}
        />
      )}
    </span>
  );
}
