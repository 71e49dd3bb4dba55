import { CircleDot, type LucideIcon, Trash2 } from 'lucide-react';
import type { StoredPackage } from '../../protocol/capability-package.js';
import { useIsLive } from '../connection/use-is-live.js';
import { type OpenDialog, openDialog } from '../navigation/dialogs.js';
import { IconButton } from '../shared/ui/button.js';

/** What can be done with a version that is not in force, from its row. */
export function VersionActions({ stored }: { stored: StoredPackage }) {
  const { name, version, digest, state } = stored;
  if (state === 'in-force') return null;
  return (
    <span className="-my-1 flex align-top">
      <RowAction
        label={`Put ${name} ${version} in force…`}
        icon={CircleDot}
        dialog={{ kind: 'install-package', digest }}
      />
      {state === 'unused' && (
        <RowAction
          label={`Delete ${name} ${version}…`}
          icon={Trash2}
          dialog={{ kind: 'delete-version', digest }}
        />
      )}
    </span>
  );
}

function RowAction({ label, icon, dialog }: { label: string; icon: LucideIcon; dialog: OpenDialog }) {
  const isLive = useIsLive();
  return (
    <IconButton
      label={label}
      icon={icon}
      disabled={!isLive}
      onClick={(event) => {
        // The row below would be selected as well.
        event.stopPropagation();
        openDialog(dialog);
      }}
    />
  );
}
