import { CapabilitySet, type Clock, systemIds } from '@changeover/capability-core';
import type { StateStore } from '@changeover/storage-kit';
import type { ConsoleState } from '../protocol/console-state.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostHealth } from '../protocol/health.js';
import { AuditLog } from './audit/audit-log.js';
import { reportOfError } from './errors/report-of-error.js';
import { firstStart } from './first-start.js';
import { initialState } from './history/initial-state.js';
import { pruneTranscripts } from './history/prune-transcripts.js';
import { type Past, readPast, transcriptsPruned } from './history/read-past.js';
import type { HostOptions } from './host-options.js';
import type { HostParts } from './host-parts.js';
import { ConsoleFeed } from './ledger/console-feed.js';
import { Ledger } from './ledger/ledger.js';
import { StoreWatch } from './ledger/store-watch.js';
import { PackageShelf } from './packages/package-shelf.js';
import { RegistryCounter } from './packages/registry-counter.js';
import { consoleOperations } from './page/console-operations.js';
import { type FailurePrinter, printFailure } from './print-failure.js';
import { endLeftoverProcesses } from './processes/end-leftover-processes.js';
import { ProcessRegister } from './processes/process-register.js';
import { NO_PROJECT, type Project } from './project/project.js';
import { readProject } from './project/read-project.js';
import { serverAdapters } from './server-adapters.js';
import { generationEntry } from './sessions/kept-generation.js';
import { runEntry } from './sessions/run-book.js';
import { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';
import { type ConsoleStore, openConsoleStore } from './store/open-console-store.js';
import { readStoreHealth } from './store/read-store-health.js';
import { CONSOLE_VERSION } from './version.js';

type OpenOptions = HostOptions & { readonly clock: Clock; readonly printFailure: FailurePrinter };

/**
 * Opens the store, reads what it holds and puts a host together over it.
 *
 * @throws StateStoreError, HostError; the store is closed then.
 */
export async function openParts(given: HostOptions & { readonly clock: Clock }): Promise<HostParts> {
  const options: OpenOptions = { printFailure, ...given };
  const opened = await openConsoleStore(options.store);
  try {
    const past = await readPast(opened.store, options.clock.now());
    const project = await projectOf(options);
    const store = await readStoreHealth(opened);
    if (store.recovery !== null) options.printFailure('The store was recovered', recovered(store.recovery));
    const state = initialState({ host: hostHealth(options), store }, project, past.history, past.revived);
    return putTogether(options, opened, past, project, state);
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}

function putTogether(
  options: OpenOptions,
  opened: ConsoleStore,
  past: Past,
  project: Project,
  state: ConsoleState,
): HostParts {
  const { clock, ids = systemIds, environment = process.env, printFailure: print } = options;
  const { history, revived } = past;
  const feed = new ConsoleFeed(state);
  const watch = new StoreWatch(opened, clock, state.store, (store) => feed.publish({ type: 'store', store }));
  const ledger = new Ledger({
    store: opened.store,
    clock,
    publish: (event) => feed.publish(event),
    onWritten: () => watch.written(),
    onWriteFailure: (error) => {
      watch.failed();
      print('The console cannot write to its store', reportOfError(error));
    },
  });
  const workspace = options.demo ?? process.cwd();
  let runCount = revived.runs.length;
  const services: SessionServices = {
    clock,
    ids,
    ledger,
    project,
    workspace,
    audit: new AuditLog({
      ledger,
      clock,
      printFailure: print,
      lastSequence: history.activity.at(-1)?.sequence ?? 0,
    }),
    printFailure: print,
    shelf: new PackageShelf(ledger, project.packages),
    registry: new RegistryCounter(lastRegistryGeneration(past)),
    serverAdapter: serverAdapters({
      environment,
      observer: new ProcessRegister(ledger),
      project: options.demo,
      cwd: workspace,
    }),
    runCount: () => runCount,
    countRun: () => {
      runCount += 1;
    },
  };
  const sessions = sessionsOf(services, past);
  return {
    opened,
    clock,
    feed,
    ledger,
    watch,
    sessions,
    operations: consoleOperations(sessions, services),
    start: () => start(opened.store, sessions, services, past),
  };
}

/** Puts down what the death of the last host changed, then publishes what is to be published. */
async function start(
  store: StateStore,
  sessions: SessionManager,
  services: SessionServices,
  past: Past,
): Promise<void> {
  const { audit, ledger, runCount, shelf } = services;
  const { revived, notes, history } = past;
  for (const run of revived.interruptedRuns) ledger.put(`run/${run.id}`, runEntry(run, runCount()));
  for (const kept of revived.changedGenerations) {
    const { session, generation } = kept.generation;
    ledger.put(`generation/${session}/${generation}`, generationEntry(kept));
  }
  for (const note of notes) audit.write(note);
  // First the old servers, then the new ones: they may want the same port or file.
  for (const note of await endLeftoverProcesses(history.processes, ledger)) audit.write(note);
  await shelf.open(history.folders, { signal: sessions.stopping });
  await sessions.restore();
  await firstStart(sessions, services, revived.standings);
  await forgetOldTranscripts(store, services, past, sessions.stopping);
  // A write that failed is shown and printed where it is noticed.
  await ledger.flush().catch(() => undefined);
}

async function forgetOldTranscripts(
  store: StateStore,
  { audit, clock, printFailure: print }: SessionServices,
  { revived }: Past,
  signal: AbortSignal,
): Promise<void> {
  try {
    const pruned = await pruneTranscripts(store, revived.runs, { now: clock.now(), signal });
    if (pruned > 0) audit.write(transcriptsPruned(pruned));
  } catch (error) {
    // They are in nobody's way: the next start tries again.
    print('Old transcripts could not be deleted', reportOfError(error));
  }
}

function sessionsOf(services: SessionServices, { revived }: Past): SessionManager {
  const open = revived.standings.filter(({ session }) => session.state !== 'closed');
  return new SessionManager({
    services,
    emptyStamp: stampOf(CapabilitySet.empty()),
    closedIds: revived.standings
      .filter((standing) => !open.includes(standing))
      .map(({ session }) => session.id),
    stored: open.map((standing) => ({
      standing,
      generations: revived.generations.filter(
        ({ generation }) => generation.session === standing.session.id && generation.state === 'current',
      ),
    })),
  });
}

async function projectOf({ demo, printFailure: print }: OpenOptions): Promise<Project> {
  if (demo === null) return NO_PROJECT;
  try {
    return await readProject(demo);
  } catch (error) {
    // The console is of use without it; its terminal says what is missing.
    print('The demonstration project is not used', reportOfError(error));
    return NO_PROJECT;
  }
}

function recovered(message: string): ErrorReport {
  return { code: 'store-recovered', message, action: null, causes: [], details: {} };
}

function lastRegistryGeneration({ revived }: Past): number {
  return revived.generations.reduce(
    (last, { generation }) => Math.max(last, generation.useGeneration ?? 0),
    0,
  );
}

function stampOf({ generation, digest }: CapabilitySet): ConsoleState['sessions'][number]['stamp'] {
  return { generation, digest };
}

function hostHealth({ carrier, demo, clock }: OpenOptions): HostHealth {
  return {
    version: CONSOLE_VERSION,
    carrier,
    pid: process.pid,
    startedAt: clock.now(),
    node: process.versions.node,
    project: demo,
  };
}
