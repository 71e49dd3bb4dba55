import { ApplyBatchDialog } from '../capabilities/apply-batch-dialog.js';
import { useOpenDialog } from '../navigation/dialogs.js';
import { DecideServerDialog } from '../packages/decide-server-dialog.js';
import { DeleteVersionDialog } from '../packages/delete-version-dialog.js';
import { InstallDialog } from '../packages/install-dialog.js';
import { RemoveDialog } from '../packages/remove-dialog.js';
import { PaletteDialog } from '../palette/palette-dialog.js';
import { CancelRunDialog } from '../runs/cancel-run-dialog.js';
import { StartRunDialog } from '../runs/start-run-dialog.js';
import { CloseSessionDialog } from '../sessions/close-session-dialog.js';
import { CreateSessionDialog } from '../sessions/create-session-dialog.js';
import { ShortcutSheet } from './shortcut-sheet.js';

/** The dialog that is open, if one is. */
export function Dialogs() {
  const dialog = useOpenDialog();
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'palette':
      return <PaletteDialog />;
    case 'apply-batch':
      return <ApplyBatchDialog session={dialog.session} preset={dialog.preset} />;
    case 'install-package':
      return <InstallDialog digest={dialog.digest} />;
    case 'remove-package':
      return <RemoveDialog name={dialog.name} />;
    case 'delete-version':
      return <DeleteVersionDialog digest={dialog.digest} />;
    case 'decide-server':
      return <DecideServerDialog digest={dialog.digest} server={dialog.server} />;
    case 'start-run':
      return <StartRunDialog session={dialog.session} />;
    case 'create-session':
      return <CreateSessionDialog />;
    case 'close-session':
      return <CloseSessionDialog session={dialog.session} />;
    case 'cancel-run':
      return <CancelRunDialog run={dialog.run} />;
    case 'shortcuts':
      return <ShortcutSheet />;
  }
}
