import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What the dialog that applies a batch starts from instead of the newest: some packages of one package generation. */
export interface BatchPreset {
  readonly packageGeneration: number;
  /** Names. */
  readonly packages: readonly string[];
}

/** The one dialog that may be open. The palette is one of them, so it is never above another. */
export type OpenDialog =
  | { readonly kind: 'palette' }
  | { readonly kind: 'apply-batch'; readonly session: string; readonly preset?: BatchPreset }
  /** Of a folder that is still to be chosen, or of a version that is stored. */
  | { readonly kind: 'install-package'; readonly digest: string | null }
  | { readonly kind: 'remove-package'; readonly name: string }
  | { readonly kind: 'delete-version'; readonly digest: string }
  | { readonly kind: 'decide-server'; readonly digest: string; readonly server: string }
  | { readonly kind: 'start-run'; readonly session: string | null }
  | { readonly kind: 'create-session' }
  | { readonly kind: 'close-session'; readonly session: string }
  | { readonly kind: 'cancel-run'; readonly run: string }
  | { readonly kind: 'shortcuts' };

export const dialogStore = createStore<{ readonly open: OpenDialog | null }>(() => ({ open: null }));

export function openDialog(dialog: OpenDialog): void {
  dialogStore.setState({ open: dialog });
}

export function closeDialog(): void {
  dialogStore.setState({ open: null });
}

/**
 * Closes the dialog that asks for this, once it has done its work, and no other that was opened since. Says whether it
 * was still open.
 */
export function useCloseOwnDialog(): () => boolean {
  const [own] = useState(() => dialogStore.getState().open);
  return useCallback(() => {
    const isOpen = dialogStore.getState().open === own;
    if (isOpen) closeDialog();
    return isOpen;
  }, [own]);
}

export function useOpenDialog(): OpenDialog | null {
  return useStore(dialogStore, (state) => state.open);
}
