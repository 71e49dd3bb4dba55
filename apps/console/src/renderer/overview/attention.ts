import type { StoredPackage } from '../../protocol/capability-package.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { MethodResult } from '../../protocol/methods.js';
import { cleanupKey, type FailedCleanup, withFailedCleanups } from '../connection/failed-cleanups.js';
import { commandLine } from '../packages/command-line.js';
import { damagedFile } from '../packages/damaged-file.js';
import { undecidedServers } from '../packages/package-rows.js';
import { runName } from '../shared/format/run-name.js';
import type { StateName } from '../shared/ui/states.js';
import { runState } from '../shared/ui/states.js';

/** Where an item is settled. */
export type AttentionTarget =
  | { readonly screen: 'run'; readonly run: string }
  | { readonly screen: 'session'; readonly session: string; readonly part?: 'batch' | 'cleanup' }
  | { readonly screen: 'package'; readonly digest: string }
  | { readonly screen: 'overview' };

/** A file of a stored version that is not as it was stored, as verifying found it. */
export type DamagedContent = MethodResult<'package.verify'>['damaged'][number];

/** Something that a person has to see to. */
export interface Attention {
  readonly key: string;
  readonly state: StateName;
  /** Since when, in epoch milliseconds; null where that is not known. */
  readonly since: number | null;
  readonly title: string;
  readonly detail: string;
  readonly target: AttentionTarget;
}

/** What needs a person now, the most pressing first. */
export function attentionItems(
  state: ConsoleState,
  damaged: readonly DamagedContent[] = [],
  /** Cleanups that left something behind and that nobody has seen yet. */
  cleanups: readonly FailedCleanup[] = withFailedCleanups([], state.sessions),
): readonly Attention[] {
  return [
    ...storeItems(state),
    ...sessionItems(state),
    ...cleanupItems(cleanups),
    ...runItems(state),
    ...packageItems(state, damaged),
  ];
}

function storeItems({ store }: ConsoleState): readonly Attention[] {
  const target: AttentionTarget = { screen: 'overview' };
  const items: Attention[] = [];
  if (!store.writable) {
    items.push({
      key: 'store-not-writable',
      state: 'failed',
      since: null,
      title: 'The store takes nothing more',
      detail: 'a write failed; make room or repair the disk, then restart the console',
      target,
    });
  }
  if (store.recovery !== null) {
    items.push({
      key: 'store-recovery',
      state: 'unknown',
      since: null,
      title: 'The store was recovered',
      detail: store.recovery,
      target,
    });
  }
  return items;
}

function sessionItems({ sessions, batches }: ConsoleState): readonly Attention[] {
  return sessions.flatMap((session) => {
    const target = { screen: 'session', session: session.id } as const;
    const items: Attention[] = [];
    if (session.state === 'needs-you') {
      items.push({
        key: `session ${session.id}`,
        state: 'needs-you',
        since: null,
        title: `Session ${session.id} admits no run`,
        detail: describe(session.problem),
        target,
      });
    }
    const failed = batches.find((batch) => batch.session === session.id);
    if (failed?.state === 'rolled-back' && failed.error !== null && session.state !== 'closed') {
      items.push({
        key: `batch ${failed.id}`,
        state: 'failed',
        since: failed.endedAt,
        title: `Batch failed: generation ${failed.target.generation} of ${session.id}`,
        detail: describe(failed.error),
        target: { ...target, part: 'batch' },
      });
    }
    return items;
  });
}

function cleanupItems(cleanups: readonly FailedCleanup[]): readonly Attention[] {
  return cleanups.map((failed) => ({
    key: `cleanup ${cleanupKey(failed)}`,
    state: 'failed',
    since: failed.report.at,
    title: `Cleanup in ${failed.session} left something behind`,
    detail: failed.report.failures.map((failure) => failure.name).join(', '),
    target: { screen: 'session', session: failed.session, part: 'cleanup' },
  }));
}

function runItems({ runs }: ConsoleState): readonly Attention[] {
  return runs
    .filter((run) => runState(run) === 'waiting')
    .map((run) => ({
      key: `run ${run.id}`,
      state: 'waiting',
      since: null,
      title: `Run ${runName(run.id)} waits at ${run.waitingFor}`,
      detail: `${run.session}, generation ${run.generation}`,
      target: { screen: 'run', run: run.id },
    }));
}

/** Nothing of a package that waits for a decision can be applied, so it is asked for before a batch is refused. */
function packageItems({ registry }: ConsoleState, damaged: readonly DamagedContent[]): readonly Attention[] {
  const undecided = registry.packages.flatMap((stored) =>
    undecidedServers(stored).map(
      ({ server, command }): Attention => ({
        key: `consent ${stored.digest} ${server}`,
        state: 'undecided',
        since: null,
        title: `May ${server} of ${stored.name} ${stored.version} be started?`,
        detail: commandLine(command),
        target: { screen: 'package', digest: stored.digest },
      }),
    ),
  );
  return [...damagedItems(registry.packages, damaged), ...undecided];
}

function damagedItems(
  packages: readonly StoredPackage[],
  damaged: readonly DamagedContent[],
): readonly Attention[] {
  return packages.flatMap((stored): Attention[] => {
    const own = damaged.filter((item) => item.digest === stored.digest);
    const found = [
      ...(stored.damage === undefined ? [] : [`its receipt cannot be read: ${stored.damage}`]),
      ...own.map((item) => `${damagedFile(item.path)}: ${item.reason}`),
    ];
    const [first] = found;
    if (first === undefined) return [];
    const more = found.length > 1 ? `, and ${found.length - 1} more` : '';
    return [
      {
        key: `damaged ${stored.digest}`,
        state: 'damaged',
        since: null,
        title: `${stored.name} ${stored.version} is not as it was stored`,
        detail: `${first}${more}`,
        target: { screen: 'package', digest: stored.digest },
      },
    ];
  });
}

function describe(error: ErrorReport | null): string {
  return error === null ? '' : `${error.code}: ${error.message}`;
}
