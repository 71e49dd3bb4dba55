import type { StoredPackage } from '../../protocol/capability-package.js';
import { useNow } from '../shared/clock/clock.js';
import { formatFullMoment, formatMinute } from '../shared/format/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { LongName } from './long-name.js';
import { itemCount, type PackageRow } from './package-rows.js';
import { usedBy } from './used-by.js';
import { useVerification } from './verification.js';
import { versionState } from './version-state.js';

/** The package's name where it leads; below that only a mark that it is another version of the same. */
export function NameCell({ row: { stored, leads } }: { row: PackageRow }) {
  if (leads) {
    return (
      <span className="font-medium">
        <LongName name={stored.name} />
      </span>
    );
  }
  return (
    <>
      <span className="sr-only">
        {stored.name} {stored.version}
      </span>
      <span aria-hidden className="pl-2 text-muted">
        └
      </span>
    </>
  );
}

/** How the version stands, what was verified included. */
export function StateCell({ stored }: { stored: StoredPackage }) {
  return <StateWord state={versionState(stored, useVerification())} />;
}

/** What became of the items: the worst of it, and what was loaded all the same; the tooltip has all. */
export function ItemsCell({ stored }: { stored: StoredPackage }) {
  const { loaded, diagnosed, skipped } = stored;
  const others = skipped > 0 ? loaded + diagnosed : 0;
  const title = `${loaded} loaded, ${diagnosed} with remarks, ${skipped} skipped`;
  if (itemCount(stored) === 0) return <None title="nothing was found in it" />;
  return (
    <span title={title}>
      {skipped > 0 && <StateWord state="skipped">{skipped} skipped</StateWord>}
      {skipped === 0 && diagnosed > 0 && (
        <StateWord state="loaded-with-diagnostics">{diagnosed} with remarks</StateWord>
      )}
      {skipped === 0 && diagnosed === 0 && <StateWord state="loaded">{loaded} loaded</StateWord>}
      {others > 0 && <span className="text-muted @max-[860px]:hidden"> {others} loaded</span>}
    </span>
  );
}

/** What was decided about the servers: first what waits for a person, where it can be applied. */
export function ServersCell({ stored }: { stored: StoredPackage }) {
  const count = (decision: string): number =>
    stored.servers.filter((item) => item.decision === decision).length;
  const [undecided, refused, all] = [count('undecided'), count('refused'), stored.servers.length];
  if (all === 0) return <None title="it brings no server" />;
  const title = stored.servers.map((item) => `${item.server}: ${item.decision}`).join(', ');
  return (
    <span title={title}>
      {undecided > 0 && stored.state === 'in-force' && (
        <StateWord state="undecided">{undecided === 1 ? '1 waits' : `${undecided} wait`} for you</StateWord>
      )}
      {undecided > 0 && stored.state !== 'in-force' && (
        <StateWord state="not-started">{undecided} undecided</StateWord>
      )}
      {undecided === 0 && refused > 0 && (
        <StateWord state="left-out">
          {refused} of {all} left out
        </StateWord>
      )}
      {undecided === 0 && refused === 0 && <StateWord state="allowed">{all} allowed</StateWord>}
    </span>
  );
}

/** Sessions on this version; where it is in force also those that are on another one; else what keeps it. */
export function UsedByCell({ row }: { row: PackageRow }) {
  const { named, more, all } = usedBy(row);
  if (row.stored.state === 'unused' && all.length === 0) {
    return (
      <span className="text-muted" title="It lies in the store, and is part of no package generation">
        stored, not installed
      </span>
    );
  }
  if (all.length === 0) return <None title="nobody uses it" />;
  return (
    <span title={all.join('\n')} className="flex">
      <span className="min-w-0 truncate">{named}</span>
      {more > 0 && <span className="shrink-0 whitespace-pre text-muted"> and {more} more</span>}
    </span>
  );
}

/** To the minute, or the day where it was not today. */
export function InstalledCell({ stored: { installedAt } }: { stored: StoredPackage }) {
  const now = useNow(DAY_TICK_MS);
  if (installedAt === 0) return <None title="its receipt cannot be read" />;
  return (
    <time dateTime={new Date(installedAt).toISOString()} title={formatFullMoment(installedAt)}>
      {formatMinute(installedAt, now)}
    </time>
  );
}

const DAY_TICK_MS = 60_000;

function None({ title }: { title: string }) {
  return (
    <span title={title} className="text-muted">
      –
    </span>
  );
}
