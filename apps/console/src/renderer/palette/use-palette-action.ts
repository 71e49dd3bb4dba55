import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ErrorReport } from '../../protocol/error-report.js';
import { useClient, useConnection } from '../connection/console-context.js';
import { useCommand } from '../connection/use-command.js';
import { closeDialog, openDialog } from '../navigation/dialogs.js';
import { notify } from '../navigation/notice.js';
import { useChangeView } from '../navigation/use-view.js';
import { chooseTheme } from '../theme/theme.js';
import { diagnostics } from './diagnostics.js';
import type { PaletteAction, PalettePlace } from './palette-item.js';

export interface PaletteActions {
  readonly act: (action: PaletteAction) => Promise<void>;
  /** What the host is asked to do: since when, and why it would not. */
  readonly since: number | null;
  readonly error: ErrorReport | null;
  readonly cancel: () => void;
}

const COPY_REFUSED: ErrorReport = {
  code: 'copy-refused',
  message: 'The browser lets this page put nothing on the clipboard.',
  action: 'Allow it for this page, and choose it again.',
  causes: [],
  details: {},
};

/** Does what was chosen; the palette closes once that is done, and stays with the reason when it is not. */
export function usePaletteActions(): PaletteActions {
  const changeView = useChangeView();
  const router = useRouter();
  const go = useGo();
  const copy = useCopy();
  const continuing = useCommand('run.continue');
  const cancelling = useCommand('batch.cancel');
  const [refusal, setRefusal] = useState<ErrorReport | null>(null);
  const act = async (action: PaletteAction): Promise<void> => {
    switch (action.do) {
      case 'go':
        closeDialog();
        await go(action.to);
        return;
      case 'go-to-address':
        closeDialog();
        router.history.push(action.address);
        return;
      case 'open':
        openDialog(action.dialog);
        return;
      case 'look':
        closeDialog();
        changeView(action.change);
        return;
      case 'theme':
        closeDialog();
        chooseTheme(action.choice);
        return;
      case 'copy':
        setRefusal((await copy(action.what)) ? null : COPY_REFUSED);
        return;
      case 'continue-run':
        if ((await continuing.run({ run: action.run, label: action.label })) !== null) closeDialog();
        return;
      case 'cancel-batch':
        if ((await cancelling.run({ session: action.session, batch: action.batch })) !== null) closeDialog();
        return;
    }
  };
  const cancel = (): void => {
    continuing.cancel();
    cancelling.cancel();
  };
  return {
    act,
    since: continuing.since ?? cancelling.since,
    error: refusal ?? continuing.error ?? cancelling.error,
    cancel,
  };
}

/** Addresses out of the state are made of ids, so they are built and not typed. */
function useGo(): (to: PalettePlace) => Promise<void> {
  const router = useRouter();
  return useCallback(
    ({ path, search = {}, hash }) =>
      router.navigate({ to: path, search, ...(hash === undefined ? {} : { hash }) }),
    [router],
  );
}

/** Whether it was copied; then the palette closes. */
function useCopy(): (what: 'link' | 'diagnostics') => Promise<boolean> {
  const client = useClient();
  const { phase } = useConnection();
  return useCallback(
    async (what) => {
      const { state } = client.store.getState();
      const { href, hash } = window.location;
      const report = (): string =>
        state === null
          ? ''
          : diagnostics(state, { connection: phase, address: hash, agent: navigator.userAgent });
      try {
        await navigator.clipboard.writeText(what === 'link' ? href : report());
        closeDialog();
        notify(
          what === 'link' ? 'The address is copied; the palette opens it, too' : 'The diagnostics are copied',
        );
        return true;
      } catch {
        return false;
      }
    },
    [client, phase],
  );
}
