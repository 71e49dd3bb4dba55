import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The one dialog that may be open. */
export type OpenDialog =
  | { readonly kind: 'apply-batch'; readonly session: string }
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

export function useOpenDialog(): OpenDialog | null {
  return useStore(dialogStore, (state) => state.open);
}
