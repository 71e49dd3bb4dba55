import { ApplyBatchDialog } from '../capabilities/apply-batch-dialog.js';
import { useOpenDialog } from '../navigation/dialogs.js';
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
    case 'apply-batch':
      return <ApplyBatchDialog session={dialog.session} />;
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
