import { join } from 'node:path';
import { inheritedEnvironment, type McpObserver, mcpAdapterFactory } from '@changeover/capability-core/mcp';
import type { ServerAdapterFactory } from './packages/package-batch.js';
import { CONSOLE_VERSION } from './version.js';

/** The variables of the console's environment that a package may name, besides its own folder's. */
const PACKAGE_VARIABLES = ['CHANGEOVER_NODE', 'CHANGEOVER_DEMO_SERVER'] as const;

/** The server of the demonstration project: a program of its own, installed beside the bundle. */
const DEMO_SERVER = join(
  __dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** Electron's own executable is a Node only with this in its environment. */
const NODE_SWITCH = 'ELECTRON_RUN_AS_NODE';

/** Makes adapters for the servers of packages, each in a process group that the observer is told of. */
export function serverAdapters(
  environment: Readonly<Record<string, string | undefined>>,
  observer: McpObserver,
  cwd: string,
): ServerAdapterFactory {
  const variables: Record<string, string> = {
    CHANGEOVER_NODE: process.execPath,
    CHANGEOVER_DEMO_SERVER: DEMO_SERVER,
  };
  for (const name of PACKAGE_VARIABLES) {
    const value = environment[name];
    if (value !== undefined) variables[name] = value;
  }
  const inherited = inheritedEnvironment(environment);
  if ('electron' in process.versions) inherited[NODE_SWITCH] = '1';
  return mcpAdapterFactory({
    environment: { variables, inherited, cwd },
    clientInfo: { name: 'changeover', version: CONSOLE_VERSION },
    observer,
  });
}
