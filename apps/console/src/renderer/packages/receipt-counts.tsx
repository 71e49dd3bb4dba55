import type { StoredPackage } from '../../protocol/capability-package.js';
import { StateWord } from '../shared/ui/state-word.js';

/** How many items were loaded, how many of them with remarks, and how many were skipped. */
export function ReceiptCounts({ stored }: { stored: StoredPackage }) {
  const { loaded, diagnosed, skipped } = stored;
  return (
    <span className="flex flex-wrap gap-x-3 text-meta">
      <StateWord state={loaded > 0 ? 'loaded' : 'none'}>{loaded} loaded</StateWord>
      {diagnosed > 0 && <StateWord state="loaded-with-diagnostics">{diagnosed} with remarks</StateWord>}
      {skipped > 0 && <StateWord state="skipped">{skipped} skipped</StateWord>}
    </span>
  );
}
