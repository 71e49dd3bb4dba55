import { CapabilitySet, type Clock, systemIds } from '@changeover/capability-core';
import type { ConsoleState } from '../protocol/console-state.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostHealth } from '../protocol/health.js';
import { ActivityIndex } from './audit/activity-index.js';
import { AuditLog } from './audit/audit-log.js';
import { reportOfError } from './errors/report-of-error.js';
import { Catalogs } from './history/catalogs.js';
import { initialState } from './history/initial-state.js';
import { type Past, readPast } from './history/read-past.js';
import type { HostOptions } from './host-options.js';
import type { HostParts } from './host-parts.js';
import { ConsoleFeed } from './ledger/console-feed.js';
import { Heartbeat } from './ledger/heartbeat.js';
import { Ledger } from './ledger/ledger.js';
import { liveRuns } from './ledger/live-runs.js';
import { StoreWatch } from './ledger/store-watch.js';
import { type OpenedRegistry, openPackageRegistry } from './packages/open-package-registry.js';
import { PackageDesk } from './packages/package-desk.js';
import { packageUsers } from './packages/package-holders.js';
import { PackageKeeper } from './packages/package-keeper.js';
import { PackageSuggestions } from './packages/package-suggestions.js';
import { RegistryBoard } from './packages/registry-board.js';
import { registryView } from './packages/registry-view.js';
import { consoleOperations } from './page/console-operations.js';
import { type FailurePrinter, printFailure } from './print-failure.js';
import { ProcessRegister } from './processes/process-register.js';
import { NO_PROJECT, type Project } from './project/project.js';
import { readProject } from './project/read-project.js';
import { packageVariables, serverAdapters } from './server-adapters.js';
import { RunCount } from './sessions/run-count.js';
import { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';
import { type StartingParts, startParts } from './start-parts.js';
import { type ConsoleStore, openConsoleStore } from './store/open-console-store.js';
import { readStoreHealth } from './store/read-store-health.js';
import { takeOverFormat } from './store/take-over-format.js';
import { CONSOLE_VERSION } from './version.js';

type OpenOptions = HostOptions & { readonly clock: Clock; readonly printFailure: FailurePrinter };

/**
 * Opens the store and the package registry, reads what they hold and puts a host together over them.
 *
 * @throws StateStoreError, PackageError, HostError; everything is closed then.
 */
export async function openParts(given: HostOptions & { readonly clock: Clock }): Promise<HostParts> {
  const options: OpenOptions = { printFailure, ...given };
  const opened = await openConsoleStore(options.store);
  try {
    return await openOver(options, opened);
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}

async function openOver(options: OpenOptions, opened: ConsoleStore): Promise<HostParts> {
  const past = await readPast(opened.store, options.clock.now());
  const project = await projectOf(options);
  const health = { host: hostHealth(options), store: await readStoreHealth(opened) };
  const { recovery } = health.store;
  if (recovery !== null) options.printFailure('The store was recovered', recovered(recovery));
  const packages = await openPackageRegistry(opened.folder, options.clock);
  try {
    await takeOverFormat(opened.store);
  } catch (error) {
    await packages.close();
    throw error;
  }
  const { generations } = past.revived;
  const registry = registryView(packages.registry, packageUsers({ generations, runs: [] }), []);
  const state = initialState(health, registry, project, past.history, past.revived);
  return putTogether(options, opened, packages, past, project, state);
}

function putTogether(
  options: OpenOptions,
  opened: ConsoleStore,
  packages: OpenedRegistry,
  past: Past,
  project: Project,
  state: ConsoleState,
): HostParts {
  const { clock, ids = systemIds, environment = process.env, printFailure: print } = options;
  const { registry } = packages;
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
  const audit = new AuditLog({
    ledger,
    clock,
    printFailure: print,
    lastSequence: past.lastAuditSequence,
  });
  const stopping = new AbortController();
  const suggestions = new PackageSuggestions(registry, print);
  const board = new RegistryBoard({ registry, suggestions, feed, ledger, clock });
  const keeper = new PackageKeeper({
    registry,
    board,
    audit,
    printFailure: print,
    stopping: stopping.signal,
  });
  const workspace = serverFolder(options);
  const services: SessionServices = {
    clock,
    ids,
    ledger,
    project,
    workspace,
    audit,
    printFailure: print,
    packages: { registry, keeper },
    serverAdapter: serverAdapters({
      environment,
      observer: new ProcessRegister(ledger),
      project: options.demo,
      cwd: workspace,
    }),
    runs: new RunCount(past.revived.runs.length),
  };
  const sessions = sessionsOf(services, past, stopping);
  const desk = new PackageDesk({ registry, board, keeper, suggestions, feed });
  const reading = {
    store: opened.store,
    catalogs: new Catalogs(opened.store, sessions),
    activity: activityIndex(feed, past),
  };
  return {
    opened,
    clock,
    feed,
    ledger,
    watch,
    heartbeat: new Heartbeat({ clock, ledger, hasLiveRuns: () => liveRuns(feed.state) > 0 }),
    packages,
    keeper,
    board,
    sessions,
    operations: consoleOperations(sessions, desk, reading, services),
    start: startOf({ store: opened.store, sessions, services, past, suggestions, board, keeper }),
  };
}

/** A function of its own: what it closes over is let go with it, and is not shared with the others of `putTogether`. */
function startOf(parts: StartingParts): () => Promise<void> {
  return () => startParts(parts);
}

function activityIndex(feed: ConsoleFeed, { history }: Past): ActivityIndex {
  const index = new ActivityIndex(history.activity);
  feed.follow(({ event }) => {
    if (event.type === 'activity') index.add(event.activity);
  });
  return index;
}

function sessionsOf(
  services: SessionServices,
  { history, revived }: Past,
  stopping: AbortController,
): SessionManager {
  const open = revived.standings.filter(({ session }) => session.state !== 'closed');
  return new SessionManager({
    services,
    stopping,
    emptyStamp: stampOf(CapabilitySet.empty()),
    closedIds: revived.standings
      .filter((standing) => !open.includes(standing))
      .map(({ session }) => session.id),
    stored: open.map((standing) => ({
      standing,
      generations: revived.currentGenerations.filter(
        ({ generation }) => generation.session === standing.session.id,
      ),
      undone: history.batches.find(({ session }) => session === standing.session.id) ?? null,
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

function stampOf({ generation, digest }: CapabilitySet): ConsoleState['sessions'][number]['stamp'] {
  return { generation, digest };
}

function hostHealth(options: OpenOptions): HostHealth {
  const { carrier, demo, clock, environment = process.env } = options;
  return {
    version: CONSOLE_VERSION,
    carrier,
    pid: process.pid,
    startedAt: clock.now(),
    node: process.versions.node,
    project: demo,
    servers: { variables: packageVariables(environment, demo), cwd: serverFolder(options) },
  };
}

/** Where servers of packages run that name no folder, and what sessions work in. */
function serverFolder({ demo }: OpenOptions): string {
  return demo ?? process.cwd();
}
