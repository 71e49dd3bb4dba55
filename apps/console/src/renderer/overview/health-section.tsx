import type { ReactNode } from 'react';
import { isTerminal } from '../../protocol/run.js';
import { useConsole } from '../connection/console-context.js';
import { useNow } from '../shared/clock/clock.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatBytes, formatCount, formatPlural } from '../shared/format/quantity.js';
import { PathText } from '../shared/ui/path-text.js';
import { Section } from '../shared/ui/section.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { RUN_ORDER, runState, type StateName } from '../shared/ui/states.js';

const UPTIME_TICK_MS = 15_000;

/** Store, host, packages and runs in one strip. */
export function HealthSection() {
  const store = useConsole((state) => state.store);
  const host = useConsole((state) => state.host);
  const runs = useConsole((state) => state.runs);
  const runCount = useConsole((state) => state.runCount);
  const now = useNow(UPTIME_TICK_MS);
  const live = runs.filter((run) => !isTerminal(run.status)).length;
  return (
    <Section title="Health">
      <div className="grid overflow-hidden rounded-box border border-line bg-surface grid-cols-2 wide:grid-cols-4">
        <Cell
          title="Store"
          chip={
            <StateChip state={store.writable ? 'done' : 'failed'}>
              {store.writable ? 'saved' : 'not saving'}
            </StateChip>
          }
        >
          <p>
            {store.backend} · revision {formatCount(store.revision)}
          </p>
          <p className="text-muted">
            {formatBytes(store.snapshotBytes)} snapshot · {formatBytes(store.journalBytes)} journal
          </p>
          <PathText className="line-clamp-3 text-muted">{store.location}</PathText>
        </Cell>
        <Cell
          title="Host"
          chip={<StateChip state="done">up {formatDuration(now - host.startedAt)}</StateChip>}
        >
          <p>
            Changeover {host.version} · {host.carrier}
          </p>
          <p className="text-muted">
            Node {host.node} · process {host.pid}
          </p>
        </Cell>
        <PackagesCell />
        <Cell
          title="Runs"
          chip={
            <StateChip state={live > 0 ? 'executing' : 'not-started'}>
              {live > 0 ? `${live} live` : 'none live'}
            </StateChip>
          }
        >
          <p>{formatCount(runCount)} in the store</p>
          <p className="text-muted">{statusCounts(runs.map(runState))}</p>
        </Cell>
      </div>
    </Section>
  );
}

/** What is installed, and where the project lies that it is installed from. */
function PackagesCell() {
  const { generation, packages } = useConsole((state) => state.registry);
  const project = useConsole((state) => state.host.project);
  const inForce = packages.filter((item) => item.state === 'in-force');
  const undecided = inForce
    .flatMap((item) => item.servers)
    .filter((server) => server.decision === 'undecided').length;
  const state = undecided > 0 ? 'undecided' : inForce.length > 0 ? 'in-force' : 'not-started';
  return (
    <Cell
      title="Packages"
      chip={
        <StateChip state={state}>
          {undecided > 0
            ? `${formatPlural(undecided, 'server')} undecided`
            : inForce.length > 0
              ? `${inForce.length} in force`
              : 'none installed'}
        </StateChip>
      }
    >
      <p className="truncate">
        generation {formatCount(generation)} · {formatPlural(packages.length, 'version')} stored
      </p>
      <p className="truncate text-muted">
        {inForce.map((item) => `${item.name} ${item.version}`).join(', ') || 'nothing is in force'}
      </p>
      {project !== null && <PathText className="line-clamp-3 text-muted">{project}</PathText>}
    </Cell>
  );
}

function Cell({ title, chip, children }: { title: string; chip: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 border-line px-3 py-2.5 text-meta even:border-l nth-[n+3]:border-t wide:border-t-0! wide:not-first:border-l">
      <div className="flex items-center gap-2 pb-1">
        <h3 className="text-base font-medium">{title}</h3>
        <span className="ml-auto flex">{chip}</span>
      </div>
      {children}
    </div>
  );
}

/** `2 waiting, 1 failed, 14 completed`: only what there is. */
function statusCounts(states: readonly StateName[]): string {
  const counts = RUN_ORDER.map((name) => ({ name, count: states.filter((state) => state === name).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ');
}
