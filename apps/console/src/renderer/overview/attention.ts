import type { ConsoleState } from '../../protocol/console-state.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { runName } from '../shared/format/run-name.js';
import type { StateName } from '../shared/ui/states.js';
import { runState } from '../shared/ui/states.js';

/** Where an item is settled. */
export type AttentionTarget =
  | { readonly screen: 'run'; readonly run: string }
  | { readonly screen: 'session'; readonly session: string; readonly part?: 'batch' | 'cleanup' }
  | { readonly screen: 'overview' };

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
export function attentionItems(state: ConsoleState): readonly Attention[] {
  return [...storeItems(state), ...sessionItems(state), ...runItems(state), ...packageItems(state)];
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
        title: `Batch for generation ${failed.target.generation} of ${session.id} failed`,
        detail: describe(failed.error),
        target: { ...target, part: 'batch' },
      });
    }
    const failures = session.lastCleanup?.failures.length ?? 0;
    if (failures > 0) {
      items.push({
        key: `cleanup ${session.id}`,
        state: 'failed',
        since: session.lastCleanup?.at ?? null,
        title: `Cleanup in ${session.id} left something behind`,
        detail: session.lastCleanup?.failures.map((failure) => failure.name).join(', ') ?? '',
        target: { ...target, part: 'cleanup' },
      });
    }
    return items;
  });
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

function packageItems({ packages }: ConsoleState): readonly Attention[] {
  return packages
    .filter((item) => item.problem !== null)
    .map((item) => ({
      key: `package ${item.folder}`,
      state: 'refused',
      since: null,
      title: `${item.name === '' ? item.folder : item.name} is not a package that can be used`,
      detail: describe(item.problem),
      target: { screen: 'overview' },
    }));
}

function describe(error: ErrorReport | null): string {
  return error === null ? '' : `${error.code}: ${error.message}`;
}
