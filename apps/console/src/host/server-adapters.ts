import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment, type McpObserver, mcpAdapterFactory } from '@changeover/capability-core/mcp';
import type { ServerAdapterFactory } from './packages/package-batch.js';
import { CONSOLE_VERSION } from './version.js';

/** The server that the demonstration project's packages run, from the project: it is built with the console. */
const DEMO_SERVER = '../out/server-everything/server/index.mjs';

/** Electron's own executable is a Node only with this in its environment. */
const NODE_SWITCH = 'ELECTRON_RUN_AS_NODE';

/** Makes adapters for the servers of packages, each in a process group that the observer is told of. */
export function serverAdapters(options: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly observer: McpObserver;
  /** The project's folder; null without one. */
  readonly project: string | null;
  /** Working folder of servers that name none. */
  readonly cwd: string;
}): ServerAdapterFactory {
  const { environment, observer, project, cwd } = options;
  const inherited = inheritedEnvironment(environment);
  if ('electron' in process.versions) inherited[NODE_SWITCH] = '1';
  return mcpAdapterFactory({
    environment: { variables: packageVariables(environment, project), inherited, cwd },
    clientInfo: { name: 'changeover', version: CONSOLE_VERSION },
    observer,
  });
}

/** The only variables that a package may name, besides its own folder's: the environment's, or what is found here. */
export function packageVariables(
  environment: Readonly<Record<string, string | undefined>>,
  project: string | null,
): Record<string, string> {
  const server = environment['CHANGEOVER_DEMO_SERVER'] ?? (project === null ? null : builtServer(project));
  return {
    CHANGEOVER_NODE: environment['CHANGEOVER_NODE'] ?? process.execPath,
    ...(server === null ? {} : { CHANGEOVER_DEMO_SERVER: server }),
  };
}

/** Null where it was not built: a package that names it is then refused for its unset variable. */
function builtServer(project: string): string | null {
  const server = join(project, DEMO_SERVER);
  return existsSync(server) ? server : null;
}
