import type { StoredPackage } from '../../protocol/capability-package.js';
import { StateWord } from '../shared/ui/state-word.js';
import { itemCount, type PackageRow } from './package-rows.js';
import type { PackageUse } from './package-uses.js';
import { versionRelation } from './version-order.js';

/** The package's name where it leads; below that only a mark that it is another version of the same. */
export function NameCell({ row: { stored, leads } }: { row: PackageRow }) {
  if (leads) {
    return (
      <span title={stored.name} className="font-medium">
        {stored.name}
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

/** What became of the items: the worst of it, with how many there are; the tooltip has all. */
export function ItemsCell({ stored }: { stored: StoredPackage }) {
  const { loaded, diagnosed, skipped } = stored;
  const all = itemCount(stored);
  const title = `${loaded} loaded, ${diagnosed} with remarks, ${skipped} skipped`;
  if (all === 0) return <None title="nothing was found in it" />;
  return (
    <span title={title}>
      {skipped > 0 && (
        <StateWord state="skipped">
          {skipped} of {all} skipped
        </StateWord>
      )}
      {skipped === 0 && diagnosed > 0 && (
        <StateWord state="loaded-with-diagnostics">
          {diagnosed} of {all} with remarks
        </StateWord>
      )}
      {skipped === 0 && diagnosed === 0 && <StateWord state="loaded">{loaded} loaded</StateWord>}
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
        <StateWord state="unused">{undecided} undecided</StateWord>
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
  const text = usedBy(row);
  return text === '' ? <None title="nobody uses it" /> : <span title={text}>{text}</span>;
}

function usedBy({ stored, uses, elsewhere }: PackageRow): string {
  if (stored.state !== 'in-force') return stored.holders.join(', ');
  const others = elsewhere.map(
    (use) => `${use.session} on ${use.version} (${versionRelation(use.version, stored.version)})`,
  );
  return [...sessionNames(uses), ...new Set(others)].join(', ');
}

/** Each session once, whether its current generation or one that drains has it. */
export function sessionNames(uses: readonly PackageUse[]): readonly string[] {
  return [...new Set(uses.map((use) => use.session))];
}

function None({ title }: { title: string }) {
  return (
    <span title={title} className="text-muted">
      –
    </span>
  );
}
