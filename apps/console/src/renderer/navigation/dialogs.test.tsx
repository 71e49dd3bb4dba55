import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeDialog, dialogStore, openDialog, useCloseOwnDialog } from './dialogs.js';

afterEach(() => {
  cleanup();
  closeDialog();
});

describe('a dialog that has done its work', () => {
  it('is closed', () => {
    openDialog({ kind: 'apply-batch', session: 'demo' });
    const { result: closeOwn } = renderHook(useCloseOwnDialog);
    closeOwn.current();
    expect(dialogStore.getState().open).toBeNull();
  });

  it('closes no other one that was opened while it was at work', () => {
    openDialog({ kind: 'apply-batch', session: 'demo' });
    const { result: closeOwn } = renderHook(useCloseOwnDialog);
    openDialog({ kind: 'close-session', session: 'demo' });
    closeOwn.current();
    expect(dialogStore.getState().open).toEqual({ kind: 'close-session', session: 'demo' });
  });
});
