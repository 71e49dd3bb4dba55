import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ErrorReport } from '../../protocol/error-report.js';
import { ErrorPanel } from '../shared/ui/error-panel.js';
import { useClient } from './console-context.js';

/** An error with the versions of the host it came from, as far as they are known. */
export function HostError({ error, actions }: { error: ErrorReport; actions?: ReactNode }) {
  const host = useStore(useClient().store, (view) => view.state?.host);
  const versions: Readonly<Record<string, string>> =
    host === undefined ? {} : { console: host.version, node: host.node, carrier: host.carrier };
  return <ErrorPanel error={error} versions={versions} actions={actions} />;
}
