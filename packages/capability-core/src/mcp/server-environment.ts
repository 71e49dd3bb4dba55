import { resolve } from 'node:path';
import type { StdioServerConfig } from '../registry/stdio-server-config.js';
import { expandVariables } from '../registry/variables.js';
import { McpError } from './mcp-error.js';
import type { ServerCommand } from './spawn-server.js';

/** Where a server's variables and environment come from. */
export interface McpEnvironment {
  /** The only variables that `${VAR}` in a configuration can name. */
  readonly variables: Readonly<Record<string, string>>;
  /** What each server process inherits besides its own `env`. */
  readonly inherited: Readonly<Record<string, string>>;
  /** Working folder of a server whose configuration names none, and what a relative one is relative to. */
  readonly cwd: string;
}

const INHERITED_NAMES =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROGRAMDATA',
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'TMP',
        'USERNAME',
        'USERPROFILE',
        'WINDIR',
      ]
    : ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** The variables of an environment that hold no secret and that programs need to run at all. */
export function inheritedEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const name of INHERITED_NAMES) {
    const value = source[name];
    if (value !== undefined) inherited[name] = value;
  }
  return inherited;
}

/**
 * The command that a configuration means in an environment.
 *
 * @throws {McpError} `unset-variable`
 */
export function resolveCommand(config: StdioServerConfig, environment: McpEnvironment): ServerCommand {
  const expand = (text: string) =>
    expandVariables(text, environment.variables, (variable) => {
      throw new McpError(
        'unset-variable',
        `its configuration needs \${${variable}}, which is not set; set it or give it a default (\${${variable}:-…}).`,
        { server: config.name, variable },
      );
    });
  const own = Object.fromEntries(Object.entries(config.env).map(([name, value]) => [name, expand(value)]));
  return {
    server: config.name,
    command: expand(config.command),
    args: config.args.map(expand),
    // Its own variables first: that is the order in which a process shows them.
    env: { ...own, ...environment.inherited, ...own },
    cwd: config.cwd === null ? environment.cwd : resolve(environment.cwd, expand(config.cwd)),
    display: [config.command, ...config.args].join(' '),
  };
}
