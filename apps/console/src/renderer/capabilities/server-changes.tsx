import { useMemo } from 'react';
import type { ServerStart } from '../../protocol/capability-package.js';
import type { CapabilityChange, CatalogDiff } from '../../protocol/catalog-diff.js';
import type { Generation } from '../../protocol/generation.js';
import { useConsole } from '../connection/console-context.js';
import { useGenerations } from '../sessions/use-session.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { packageOf, serverOf } from './capability-origin.js';
import { SERVER_CHANGES_MAX } from './limits.js';
import { startChanges } from './start-changes.js';

/** What is different about the start of each server that changed: its command line, folder and variables, old beside new. */
export function ServerChanges({
  session,
  diff,
  changes,
}: {
  readonly session: string;
  readonly diff: CatalogDiff;
  /** Those that are shown. */
  readonly changes: readonly CapabilityChange[];
}) {
  const all = useGenerations(session);
  const stored = useConsole((state) => state.registry.packages);
  const servers = changes.filter(
    (change) => change.kind === 'mcp' && change.change !== 'requirement-changed',
  );
  const ends = useMemo(() => {
    const packagesOf = ({ generation }: Pick<Generation, 'generation'>) =>
      all.find((item) => item.generation === generation)?.packages ?? [];
    return { from: packagesOf(diff.from), to: packagesOf(diff.to) };
  }, [all, diff]);
  if (servers.length === 0) return null;
  const { from, to } = diff;
  return (
    <section aria-label="How servers are started" className="flex flex-col gap-3">
      <h3>How servers are started</h3>
      {servers.slice(0, SERVER_CHANGES_MAX).map((change) => {
        const before = serverOf(change, ends.from, stored);
        const after = serverOf(change, ends.to, stored);
        return (
          <ServerChange
            key={change.id}
            title={`${change.publicName}${versions(change, ends)}`}
            isKnown={(change.from === null || before !== null) && (change.to === null || after !== null)}
            before={change.from === null ? null : before}
            after={change.to === null ? null : after}
            columns={['What', `Generation ${from.generation}`, `Generation ${to.generation}`]}
          />
        );
      })}
      {servers.length > SERVER_CHANGES_MAX && (
        <p className="text-meta text-muted">
          {SERVER_CHANGES_MAX} of {servers.length} servers shown; the filter brings the others.
        </p>
      )}
    </section>
  );
}

function ServerChange({
  title,
  isKnown,
  before,
  after,
  columns,
}: {
  readonly title: string;
  /** False where the package of one of them is not stored any more. */
  readonly isKnown: boolean;
  readonly before: ServerStart | null;
  readonly after: ServerStart | null;
  readonly columns: readonly string[];
}) {
  const changes = startChanges(before, after);
  return (
    <div className="flex flex-col gap-1">
      <p className="truncate font-medium" title={title}>
        {title}
      </p>
      {!isKnown && <p className="text-meta text-muted">Its package is not stored any more.</p>}
      {isKnown && changes.length === 0 && (
        <p className="text-meta text-muted">
          It is started as before; the content of its package is another.
        </p>
      )}
      {isKnown && changes.length > 0 && (
        <DataTable label={`Start of ${title}`} columns={columns}>
          {changes.map((change) => (
            <DataRow key={change.what}>
              <DataCell className="w-[160px] text-muted">{change.what}</DataCell>
              <Value text={change.before} />
              <Value text={change.after} />
            </DataRow>
          ))}
        </DataTable>
      )}
    </div>
  );
}

function Value({ text }: { text: string | null }) {
  return (
    <DataCell className="w-1/2">
      {text === null ? (
        <span className="text-muted">–</span>
      ) : (
        <code className="font-mono text-meta wrap-anywhere whitespace-normal">{text}</code>
      )}
    </DataCell>
  );
}

/** ` of notes 1.0.0 → 1.1.0`, as far as that is known. */
function versions(
  change: CapabilityChange,
  ends: { readonly from: Generation['packages']; readonly to: Generation['packages'] },
): string {
  const [was, is] = [packageOf(change, ends.from), packageOf(change, ends.to)];
  const name = (is ?? was)?.name;
  if (name === undefined) return '';
  const found = [was?.version, is?.version].filter((version) => version !== undefined);
  return ` of ${name} ${[...new Set(found)].join(' → ')}`;
}
