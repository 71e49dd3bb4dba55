import { StateWord } from '../shared/ui/state-word.js';
import type { VersionChange } from './generation-changes.js';
import { versionChangeState, versionChangeText } from './plan-summary.js';

/** Which packages came, went or changed: each with how. */
export function VersionChanges({ changes }: { changes: readonly VersionChange[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {changes.map((change) => (
        <li key={change.name} className="flex max-w-full min-w-0 items-center gap-1.5">
          <span className="shrink-0">
            <StateWord state={versionChangeState(change)} />
          </span>
          <span className="truncate" title={versionChangeText(change)}>
            {versionChangeText(change)}
          </span>
        </li>
      ))}
    </ul>
  );
}
